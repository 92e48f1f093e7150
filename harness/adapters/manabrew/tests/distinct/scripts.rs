//! Scripts of cards that more than one test plays with.

pub const FOREST: &str = "Name:Forest\nManaCost:no cost\nTypes:Basic Land Forest";
pub const BEARS: &str = "Name:Bears\nManaCost:1 G\nTypes:Creature Bear\nPT:2/2";
pub const BOLT: &str = "Name:Bolt\nManaCost:R\nTypes:Instant\nA:SP$ DealDamage | ValidTgts$ Any | NumDmg$ 3";
pub const MURDER: &str = "Name:Murder\nManaCost:1 B B\nTypes:Instant\nA:SP$ Destroy | ValidTgts$ Creature";
pub const LIVES: &str = "Name:Lives\nManaCost:1 W W\nTypes:Enchantment\n\
    R:Event$ DamageDone | ActiveZones$ Battlefield | ValidTarget$ You | Prevent$ True | ReplaceWith$ Count | \
    PreventionEffect$ True | Description$ Prevents damage and counts it.\n\
    SVar:Count:DB$ PutCounter | Defined$ Self | CounterType$ CHARGE | CounterNum$ 1";
pub const PLAINS: &str = "Name:Plains\nManaCost:no cost\nTypes:Basic Land Plains";
pub const MAGIC: &str = "Name:Magic\nManaCost:2 U U\nTypes:Enchantment Aura\nK:Enchant:Creature\n\
    A:SP$ Attach | ValidTgts$ Creature\n\
    S:Mode$ Continuous | Affected$ Card.EnchantedBy | GainControl$ You | Description$ Control.";
pub const ELVES: &str = "Name:Elves\nManaCost:G\nTypes:Creature Elf\nPT:1/1\nA:AB$ Mana | Cost$ T | Produced$ G";
pub const POOL: &str = "Name:Pool\nManaCost:no cost\nTypes:Land\n\
    A:AB$ ManaReflected | Cost$ T | Valid$ Land.YouCtrl | ColorOrType$ Type | ReflectProperty$ Produce";
pub const CRADLE: &str = "Name:Cradle\nManaCost:no cost\nTypes:Land\nA:AB$ Mana | Cost$ T | Produced$ G | Amount$ X\n\
    SVar:X:Count$Valid Creature.YouCtrl";
pub const GROWTH: &str = "Name:Growth\nManaCost:G\nTypes:Enchantment Aura\nK:Enchant:Land\nA:SP$ Attach | ValidTgts$ Land\n\
    T:Mode$ TapsForMana | ValidCard$ Card.AttachedBy | TriggerZones$ Battlefield | Execute$ More | Static$ True | TriggerDescription$ More.\n\
    SVar:More:DB$ Mana | Produced$ G | Amount$ 1";
