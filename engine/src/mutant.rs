//! Mutants: rules that are wrong on purpose, one at a time, switched at run time.
//!
//! Each is asked for at one site. A ruling is worth what the mutants say that it kills.

use core::fmt;

macro_rules! mutants {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $rule:literal, $says:literal;)*) => {
        /// One wrong rule.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Mutant { $(
            #[doc = $says]
            $variant,
        )* }

        impl Mutant {
            /// Every mutant, in table order.
            pub const ALL: &'static [Mutant] = &[$(Mutant::$variant),*];

            /// Its name in rulings and on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Mutant::$variant => $name),* }
            }

            /// The rule that it breaks.
            #[must_use]
            pub fn rule(self) -> &'static str {
                match self { $(Mutant::$variant => $rule),* }
            }

            /// What it does wrong, in a sentence.
            #[must_use]
            pub fn says(self) -> &'static str {
                match self { $(Mutant::$variant => $says),* }
            }
        }
    };
}

mutants! {
    // Nine Lives, damage and counters.
    OneCounterPerEvent = "one-counter-per-event", "615.5",
        "several sources at once add one counter together instead of one each";
    CounterPerPoint = "counter-per-damage-point", "615.5",
        "a counter is put for each point of damage prevented instead of for each source";
    PreventionStopsAtNine = "prevention-stops-at-nine", "615.1a",
        "once the count has reached nine, no more damage is prevented and no more counters come";
    FirstSourceOnly = "first-source-only", "615.1a",
        "of several sources at once only the first is prevented";
    ZeroDamageCounts = "zero-damage-counts", "120.8",
        "a source that would deal 0 damage is treated as dealing damage";
    PreventionCoversPermanents = "prevention-covers-permanents", "615.1",
        "an effect that prevents damage to a player also prevents damage to that player's permanents";
    LifePaymentIsDamage = "life-payment-is-damage", "119.4",
        "life that is paid is treated as damage";
    LastLifeCannotBePaid = "last-life-cannot-be-paid", "119.4",
        "nobody can pay all the life that they have";
    ZeroLifeGainTriggers = "zero-life-gain-triggers", "119.9",
        "gaining 0 life sets off what triggers on gaining life";
    UnpreventableSkipsRider = "unpreventable-skips-rider", "615.12",
        "for damage that cannot be prevented, what prevention effects do besides is left out too";
    UnpreventablePrevented = "unpreventable-prevented", "615.12",
        "damage that cannot be prevented is prevented";
    UnpreventableRiderTwice = "unpreventable-rider-twice", "615.12a",
        "a prevention effect applies twice to damage that cannot be prevented";
    UnpreventableSpreads = "unpreventable-spreads", "615.12",
        "where damage from some sources cannot be prevented, no damage can";
    EveryCopyCounts = "every-copy-counts", "616.1",
        "every prevention effect that could apply does what it does besides, also those that had nothing left to prevent";
    FirstCopyOnly = "first-copy-only", "616.1",
        "of several copies of one prevention effect only the oldest ever applies";
    OneChoiceForAllSources = "one-choice-for-all-sources", "616.1",
        "which prevention effect applies is chosen once for all sources that deal damage at the same time";
    PreventionCountersNotDoubled = "prevention-counters-not-doubled", "614.16",
        "replacement effects leave out what prevention effects bring with them";
    PreventionCountersNotForbidden = "prevention-counters-not-forbidden", "614.17c",
        "counters that a prevention effect puts come even where none can be put";
    PreventionNeedsItsCounter = "prevention-needs-its-counter", "101.3",
        "a prevention effect whose counter cannot be put prevents nothing";
    CountersDoubledForAnyone = "counters-doubled-for-anyone", "614.16",
        "an effect that doubles counters on its controller's permanents doubles those on every permanent";
    TokensDoubledForEffectController = "tokens-doubled-for-effect-controller", "614.16",
        "an effect that doubles a player's tokens doubles those that effects of that player create, whoever creates them";
    EnteringCountersNotDoubled = "entering-counters-not-doubled", "614.16",
        "counters that a permanent enters with are not doubled";
    PreventedDamageTriggers = "prevented-damage-triggers", "603.2h",
        "damage that is prevented sets off what triggers on damage all the same";
    PowerReadOnActivation = "power-read-on-activation", "608.2h",
        "an ability that deals damage equal to a power uses the power at the time of its activation";
    StaysInCombat = "stays-in-combat", "506.4",
        "a creature whose controller has changed, or that is none any more, stays in combat";
    BlockedBecomesUnblocked = "blocked-becomes-unblocked", "509.1h",
        "an attacker is unblocked again once whatever blocked it is gone";
    AttacksAnyPlaneswalker = "attacks-any-planeswalker", "508.1b",
        "creatures can attack planeswalkers that their own controller controls";
    GoneWalkerHitsPlayer = "gone-walker-hits-player", "506.4c",
        "an attacker whose planeswalker is gone damages the defending player";
    FirstStrikeStepAlways = "first-strike-step-always", "510.4",
        "there are two combat damage steps, whether or not a creature has first or double strike";
    // Shields.
    ShieldNeverUsedUp = "shield-never-used-up", "615.7",
        "a shield prevents as much again of the next damage";
    ShieldOnlyOnce = "shield-only-once", "615.7",
        "a shield is gone once it has prevented any damage, however little";
    ShieldCoversEachSourceFully = "shield-covers-each-source-fully", "615.7",
        "of several sources at once, a shield prevents its whole amount from each";
    ShieldOrderFixed = "shield-order-fixed", "615.7",
        "of several sources at once, the first ones meet the shield, and nobody is asked";
    ShieldUsedByUnpreventable = "shield-used-by-unpreventable", "615.12",
        "damage that cannot be prevented uses a shield up";
    ShieldForFirstOnly = "shield-for-first-only", "615.11",
        "an effect that shields several permanents shields only the first of them";
    ChosenSourceNotRechecked = "chosen-source-not-rechecked", "615.9",
        "a shield against a chosen source prevents its damage although its properties have changed";
    ShieldLosesSpell = "shield-loses-spell", "400.7b",
        "a shield against a chosen spell does not know the permanent that the spell becomes";
    DamageMultipliedFirst = "damage-multiplied-first", "616.1",
        "damage is multiplied before anything prevents it, and nobody is asked";
    // Leaving the battlefield and the game.
    LeavesTriggerOwnExileOnly = "leaves-trigger-own-exile-only", "603.6c",
        "a leaves-the-battlefield ability triggers only when its object's own ability exiles it";
    LeavesTriggerHitsOwner = "leaves-trigger-hits-owner", "603.3a",
        "the owner controls a leaves-the-battlefield trigger, whoever controlled the permanent";
    LeavesTriggerLostWhenStolen = "leaves-trigger-lost-when-stolen", "603.10a",
        "a permanent that its owner does not control has no leaves-the-battlefield trigger";
    LeavesTriggerByPrint = "leaves-trigger-by-print", "603.10a",
        "leaves-the-battlefield abilities are read from the card, whatever had become of the permanent";
    CantLoseStopsTrigger = "cannot-lose-stops-trigger", "603.2",
        "while a player cannot lose the game, an ability that would make them lose does not trigger";
    LeavingWithOwnerUnnoticed = "leaving-with-owner-unnoticed", "603.6c",
        "a permanent that leaves the game with its owner has not left the battlefield";
    DepartedTriggerToOwner = "departed-trigger-to-owner", "800.4d",
        "the trigger of a player who has left the game goes to the owner of its source";
    BorrowedLeavesWithPlayer = "borrowed-leaves-with-player", "800.4a",
        "what a player controlled by an effect is exiled when that player leaves the game";
    LegendRuleReadsPrint = "legend-rule-reads-print", "704.5j",
        "of permanents with the same name only those that are printed as legendary are too many";
    HexproofStopsController = "hexproof-stops-controller", "702.11b",
        "what has hexproof cannot be the target of its own controller either";
    HexproofFollowsOwner = "hexproof-follows-owner", "702.11b",
        "hexproof keeps off everybody but the owner of the permanent";
    // State triggers.
    StateTriggerEachCheck = "state-trigger-each-check", "603.8",
        "a state trigger that is on the stack triggers again whenever more counters come";
    StateTriggerPerCounter = "state-trigger-per-counter", "603.8",
        "a state trigger triggers once for each counter above its threshold";
    StateTriggerAgainWhileOrdered = "state-trigger-again-while-ordered", "603.8",
        "while several triggers are put on the stack, a state trigger whose turn has not come triggers again";
    StateTriggerNeverAgain = "state-trigger-never-again", "603.8",
        "a state trigger that has triggered once never triggers again";
    StateTriggerAgainRegardless = "state-trigger-again-regardless", "603.8",
        "a state trigger that was countered triggers again whether or not its state is still true";
    // X.
    XEntersZero = "x-enters-zero", "107.3m",
        "an enters replacement effect reads X as 0";
    XTimesItsSymbols = "x-times-its-symbols", "107.3m",
        "with two X symbols in the cost, the permanent enters with twice X";
    XKeptByPermanent = "x-kept-by-permanent", "202.3e",
        "a permanent's own mana value counts X as what was chosen for the spell";
    XKeptByCard = "x-kept-by-card", "400.7",
        "X stays with the card: put onto the battlefield later, or copied, it enters with the X of an earlier spell";
    CounteredSpellKeepsX = "countered-spell-keeps-x", "400.7",
        "a spell that was countered and is cast anew has the X of the first time";
    XEntersTriggerZero = "x-enters-trigger-zero", "107.3m",
        "an enters trigger reads X as 0";
    XTriggerNeedsPermanent = "x-trigger-needs-permanent", "608.2h",
        "an enters trigger reads X as 0 once the permanent has left";
    CastTriggerNeedsSpell = "cast-trigger-needs-spell", "608.2h",
        "an ability that triggered as its spell was cast reads X as 0 once the spell has left the stack";
    XManaCostOnly = "x-mana-cost-only", "107.3m",
        "X counts only if it was chosen for the mana cost, not if for another cost of the spell";
    FreeSpellKeepsX = "free-spell-any-x", "107.3b",
        "a spell with X in its mana cost that is cast without paying it may have any X";
    XLostByCopy = "x-lost-by-copy", "707.10",
        "the copy of a spell has X of 0";
    XOfMovingEffect = "x-of-moving-effect", "107.3m",
        "a permanent that an effect puts onto the battlefield enters with the X of that effect";
    XByTextIsChosen = "x-by-text-is-chosen", "107.3c",
        "an enters trigger whose text defines X uses the X that was chosen for the spell";
    CopyStaysLegendary = "copy-stays-legendary", "707.9",
        "a copy that an effect makes not legendary is legendary all the same";
    PowerBeforeCounters = "power-before-counters", "614.1c",
        "an enters trigger sees the power of the permanent without the counters that it entered with";
    InterveningIfOnce = "intervening-if-once", "603.4",
        "the condition of a triggered ability is not asked again as it resolves";
    CopiedSpellIsCreated = "copied-spell-is-created", "111.11",
        "the token that the copy of a permanent spell becomes counts as created";
    CopyIsCast = "copy-is-cast", "707.10",
        "a copy of a spell counts as cast";
    XOfSpellFixed = "x-of-spell-fixed", "107.3i",
        "an effect that changes the X of a spell on the stack changes nothing";
    XSymbolCountedOnce = "x-symbol-counted-once", "202.3e",
        "a mana cost with several X symbols counts X once for its mana value";
    XZeroOnStack = "x-zero-on-stack", "202.3e",
        "the mana value of a spell on the stack counts X as 0";
    XSymbolsPaidOnce = "x-symbols-paid-once", "601.2f",
        "a mana cost with several X symbols asks for X mana once";
    XOfZeroRefused = "x-of-zero-refused", "107.3a",
        "X cannot be chosen to be 0";
    // The tap and untap symbols, continuous control.
    SicknessSinceEntering = "sickness-since-entering", "302.6",
        "continuous control is counted from entering the battlefield, whoever controlled it";
    SicknessAnyTurn = "sickness-any-turn", "302.6",
        "continuous control since any turn began is enough";
    SicknessIgnoresControlChange = "sickness-ignores-control-change", "302.6",
        "a change of control does not start the count anew";
    SicknessEveryAbility = "sickness-every-ability", "302.6",
        "a creature that came this turn cannot activate any ability";
    SicknessWordedTap = "sickness-worded-tap", "302.6",
        "a creature that came this turn cannot be tapped for a cost in words either";
    SicknessSkipsUntapSymbol = "sickness-skips-untap-symbol", "302.6",
        "a creature that came this turn can pay the untap symbol";
    SicknessNoncreatures = "sickness-noncreatures", "302.6",
        "a permanent that is no creature has to wait too";
    SicknessSkipsAnimated = "sickness-skips-animated", "302.6",
        "a permanent that is a creature only by an effect need not wait";
    SicknessAnimatedIsFresh = "sickness-animated-is-fresh", "302.6",
        "a permanent that is a creature only by an effect has to wait, however long it has been there";
    SicknessPrintedHaste = "sickness-reads-printed-haste", "702.10c",
        "only printed haste ends the wait, and lost haste still does";
    AsThoughHasteSkipsUntap = "as-though-haste-skips-untap-symbol", "609.4",
        "leave to activate abilities as though creatures had haste reaches the tap symbol only";
    AsThoughHasteAttacks = "as-though-haste-attacks", "609.4",
        "leave to activate abilities as though creatures had haste lets them attack too";
    UntapCostJudgedEarly = "untap-cost-judged-early", "601.2g",
        "whether the untap symbol can be paid is judged before mana abilities are activated for the same cost";
    TapSymbolFree = "tap-symbol-taps-nothing", "107.5",
        "paying the tap symbol leaves the permanent untapped";
    UntapCostWhileUntapped = "untap-cost-while-untapped", "107.6",
        "an untapped permanent can pay the untap symbol";
    TapCostWhileTapped = "tap-cost-while-tapped", "107.5",
        "a tapped permanent can pay the tap symbol";
    WorldRuleMissing = "world-rule-missing", "704.5k",
        "there can be any number of world permanents";
    WorldRuleKeepsOldest = "world-rule-keeps-oldest", "704.5k",
        "of several world permanents the oldest stays";
    WorldTieKeepsOne = "world-tie-keeps-one", "704.5k",
        "of several newest world permanents one stays";
    KickerAlwaysPaid = "kicker-always-paid", "601.2b",
        "a kicker is paid for although it was not announced";
    KickedKeptByCard = "kicked-kept-by-card", "400.7",
        "a card that was kicked once counts as kicked whenever it is cast again";
    EffectReachesLatecomers = "effect-reaches-latecomers", "611.2c",
        "what a resolution changes about each of some permanents it changes about those that come later, too";
    ImpossibleMayOffered = "impossible-may-offered", "608.2d",
        "a player is offered to do what cannot be done";
    OwnerMayActivate = "owner-may-activate", "602.2",
        "the owner of a permanent may activate its abilities while somebody else controls it";
    // What could be produced.
    UndefinedManaIsColorless = "undefined-mana-is-colourless", "106.5",
        "mana of an undefined type is made as colourless mana";
    UndefinedManaAnyColor = "undefined-mana-any-colour", "106.5",
        "mana of an undefined type is made in a colour of the player's choice";
    UndefinedManaRefused = "undefined-mana-refused", "605.2",
        "an ability whose type of mana is undefined cannot be activated";
    UndefinedManaUnpaid = "undefined-mana-unpaid", "602.2b",
        "an ability whose type of mana is undefined costs nothing";
    ColorReadFromPrint = "colour-read-from-print", "105.2",
        "an ability that asks for the colours of things reads them from the cards";
    CouldProducePrinted = "could-produce-printed", "106.7",
        "what a permanent could produce is read from its printed abilities";
    CouldProduceCountsZero = "could-produce-counts-zero", "106.7",
        "an ability that would make an amount of zero counts for what could be produced";
    CouldProduceSkipsTapped = "could-produce-skips-tapped", "106.7",
        "a tapped permanent could produce nothing by its tap abilities";
    CouldProduceSkipsUnpayable = "could-produce-skips-unpayable", "106.7",
        "an ability that could not be paid for or activated now does not count for what could be produced";
    CouldProduceIgnoresReplacement = "could-produce-ignores-replacement", "106.7",
        "replacement effects play no part in what could be produced";
    CouldProduceOneOrder = "could-produce-one-order", "616.1",
        "only one order of replacement effects counts for what could be produced";
    ColorlessIsAColor = "colourless-is-a-colour", "106.1",
        "an ability that asks for a colour offers colourless mana too";
    CouldProduceNeverEnds = "could-produce-never-ends", "106.7",
        "what permanents could produce is asked in a circle without end";
    CouldProduceCircleAnyColor = "could-produce-circle-any-colour", "106.7",
        "permanents that define their types only through one another could produce every colour";
    CouldProduceCircleByOrder = "could-produce-circle-by-order", "106.7",
        "what permanents could produce is worked out in one pass, so that the answer depends on their order";
    CouldProduceSkipsRestricted = "could-produce-skips-restricted", "106.7",
        "an ability whose mana may be spent on some things only does not count for what could be produced";
    FormerLandsCounted = "could-produce-counts-former-lands", "205.1a",
        "an ability that asks what lands could produce asks what was printed as a land, too";
    // What mana may be spent on.
    RestrictionIgnoredByPayment = "restriction-ignored-by-payment", "106.6",
        "mana that may be spent on some things only pays for anything";
    RestrictedManaPaysAbilities = "restricted-mana-pays-for-abilities", "106.6",
        "mana for casting spells of a kind also pays for abilities of objects of that kind";
    RestrictionLostByMultiplying = "restriction-lost-by-multiplying", "106.6a",
        "mana that a replacement effect multiplies may be spent on anything";
    RestrictionLeaksToTrigger = "restriction-leaks-to-trigger", "106.6",
        "mana that an ability adds because of other mana is restricted as that is";
    RestrictionLentWithType = "restriction-lent-with-type", "106.6",
        "mana of a type that a permanent could produce is restricted as that permanent's mana would be";
    RestrictedManaUnnoticed = "restricted-mana-unnoticed", "106.12a",
        "tapped-for-mana abilities do not trigger on mana that may be spent on some things only";
    RestrictedManaOverwritten = "restricted-mana-overwritten", "106.4",
        "new mana takes the place of the mana in the pool that is restricted in the same way";
    RestrictionReadsPrint = "restriction-reads-print", "106.6",
        "what mana may be spent on is read from the card, whatever its text has become";
    ConvokeIgnoresColor = "convoke-ignores-colour", "702.51a",
        "a creature of any colour is tapped for coloured mana by convoke";
    ConvokeGenericOnly = "convoke-pays-generic-only", "702.51a",
        "creatures are tapped by convoke for generic mana only";
    // Tapped for mana.
    ManaTriggerWithoutMana = "mana-trigger-without-mana", "106.12a",
        "tapped-for-mana abilities trigger although no mana was made";
    ManaTriggerPerMana = "mana-trigger-per-mana", "106.12a",
        "tapped-for-mana abilities trigger once for each mana that was made";
    ManaTriggerOnBecomingTapped = "mana-trigger-on-becoming-tapped", "106.12",
        "tapped-for-mana abilities trigger when the permanent becomes tapped, whatever taps it, instead of on the mana";
    ManaTriggerOnAnyManaAbility = "mana-trigger-on-any-mana-ability", "106.12",
        "activating any mana ability of a permanent counts as tapping it for mana, with or without the symbol";
    ManaTriggerAddsPrintedType = "mana-trigger-adds-printed-type", "106.12a",
        "an ability that adds a type which the land produced adds what the land says instead of what it made";
    ManaTriggerOnPrintedType = "mana-trigger-on-printed-type", "106.12a",
        "an ability that waits for one type of mana looks at what the permanent says instead of what it made";
    ManaTriggerUsesStack = "mana-trigger-uses-stack", "605.4a",
        "triggered mana abilities are put on the stack like others";
    OrdinaryTriggerAtOnce = "ordinary-trigger-at-once", "605.5a",
        "whatever triggers on mana resolves at once, also where it makes none";
    ManaMakingTriggerSkipsStack = "mana-making-trigger-skips-stack", "605.5a",
        "a triggered ability that adds mana resolves without the stack, whatever set it off";
    TargetedAbilityIsManaAbility = "targeted-ability-is-mana-ability", "605.5a",
        "an activated ability that adds mana resolves without the stack although it has a target";
    CreatedTriggersIgnored = "created-triggers-ignored", "603.7",
        "triggered abilities that an effect creates for a time do not exist";
    ManaMultipliersAdd = "mana-multipliers-add", "106.12b",
        "several multipliers of mana each add their share of what the ability says, instead of multiplying";
    ManaReplacementReadsPrinted = "mana-replacement-reads-printed", "106.12b",
        "a replacement limited to an amount of mana counts the symbols that the permanent shows";
    ManaReplacementCheckedEarly = "mana-replacement-checked-early", "616.1f",
        "a replacement limited to an amount of mana is judged before other replacements only";
    ColorReplacementTakesColorless = "colour-replacement-takes-colourless", "106.1b",
        "a replacement of mana of any colour changes colourless mana too";
    ManaReplacementEverywhere = "mana-replacement-everywhere", "106.12b",
        "replacements for permanents tapped for mana are applied to all mana that is added";
    // The order of replacement effects.
    ReplacementAppliesAgain = "replacement-applies-again", "614.5",
        "a replacement effect may be applied again to an event that another has changed since";
    ReplacementOrderFixed = "replacement-order-fixed", "616.1",
        "several replacement effects are applied in a fixed order, and nobody is asked";
    PartReplacedFirst = "part-replaced-first", "616.1g",
        "what replaces the move that a countering or a destruction comes to is applied before what replaces the whole";
    ReplacementAsksController = "replacement-asks-its-controller", "616.1",
        "the controller of a replacement effect chooses the order in which effects are applied, not the affected player";
    // Hungry Lynx: deaths, Rats, protection.
    EachLeavesOutSource = "each-leaves-out-source", "109.2",
        "an effect on each of some permanents leaves out the one whose effect it is";
    SimultaneousDeathsTriggerOnce = "simultaneous-deaths-trigger-once", "603.2c",
        "an ability that watches for deaths triggers once for all that die at the same time";
    DiesTriggerOpponentsOnly = "dies-trigger-opponents-only", "603.2",
        "an ability that watches for deaths sees only those of opponents' permanents";
    ProtectionAllowsBlocks = "protection-allows-blocks", "702.16f",
        "creatures with the quality can block a protected attacker";
    ChangelingIsNothing = "changeling-has-printed-types", "702.73a",
        "a changeling has only its printed creature types";
    ProtectionCombatDamageOnly = "protection-combat-damage-only", "702.16e",
        "protection prevents combat damage and no other";
    ProtectionForgetsTheDeparted = "protection-forgets-the-departed", "608.2h",
        "protection does not prevent damage from a source that has left, whatever it last was";
    ProtectionDestroysEquipment = "protection-destroys-equipment", "702.16d",
        "Equipment that protection does not let stay is destroyed";
    ImpossibleAttachmentMoves = "impossible-attachment-moves", "701.3b",
        "Equipment that an effect attaches to what it cannot be attached to leaves what it was on";
    ProtectionKeepsAuras = "protection-keeps-auras", "702.16c",
        "Auras stay on a permanent that has protection from them";
    ProtectionAllowsTargets = "protection-allows-targets", "702.16b",
        "a permanent can be the target of what it has protection from";
    OneIllegalTargetFizzles = "one-illegal-target-fizzles", "608.2b",
        "a spell or ability with one illegal target does not resolve, though another is legal";
    ProtectionBeatsEvasion = "protection-beats-evasion", "702.16",
        "a creature can block what cannot be blocked if it has protection from it";
    ProtectionStopsUntargeted = "protection-stops-untargeted", "702.16",
        "an effect on each of some permanents leaves out those with protection from its source";
    ProtectionEverywhere = "protection-everywhere", "702.16b",
        "cards in other zones have the protection that is printed on them, and are no targets";
    ProtectionStopsCosts = "protection-stops-costs", "702.16",
        "a permanent cannot be sacrificed or tapped for the cost of what it has protection from";
    ProtectionBarsOwnBlocks = "protection-bars-own-blocks", "702.16f",
        "a creature cannot block what it has protection from";
    ProtectedNeedsNoDamage = "protected-needs-no-damage", "510.1c",
        "a blocker that would take no damage because of its protection needs none before it goes on to the next";
    BlockersUnordered = "blockers-unordered", "510.1c",
        "damage may be spread over blockers in any way, whether or not those before have lethal damage";
    MenaceIgnored = "menace-ignored", "702.111b",
        "one creature may block what takes two";
    CountersDoNotCancel = "counters-do-not-cancel", "704.5q",
        "+1/+1 and -1/-1 counters stay on a permanent side by side";
    PickedByPrintedPower = "picked-by-printed-power", "613.4c",
        "effects that pick creatures by their power go by what is printed";
    BlockingMeansInCombat = "blocking-means-in-combat", "509.1g",
        "attacking creatures count as blocking ones";
    ShieldCounterNotForDestroy = "shield-counter-not-for-destroy", "122.1c",
        "a shield counter does nothing against destruction";
    LooseAuraIgnoresProtection = "loose-aura-ignores-protection", "303.4f",
        "an Aura that was not cast may be put on what it could not be attached to";
    TextChangeSkipsSpells = "text-change-skips-spells", "612.1",
        "effects that change words change nothing of spells";
    TextChangeSkipsRules = "text-change-skips-rules", "612.1",
        "effects that change words leave alone what an ability says cannot be done";
    TextChangeSkipsReplacements = "text-change-skips-replacements", "612.1",
        "effects that change words leave replacement effects alone";
    TypeDependencyIgnored = "type-dependency-ignored", "613.8a",
        "effects on types are applied by timestamp alone, whatever depends on whatever";
    CreatureTypesSurvive = "creature-types-survive-type-change", "205.1a",
        "what an effect has made no creature keeps its creature types";
    GrantIgnoresController = "grant-ignores-controller", "109.5",
        "a static ability that gives abilities gives them to everybody's permanents";
    TokenOwnedBySourceController = "token-owned-by-source-controller", "111.2",
        "a token is owned by the controller of the effect that makes somebody create it";
    DiesTriggerSavesTheDying = "dies-trigger-saves-the-dying", "704.3",
        "creatures that are due to die do so one by one, and what triggers resolves in between";
    DiesTriggerSourceMustSurvive = "dies-trigger-source-must-survive", "603.10a",
        "an ability that watches for deaths does not see those at the time of its own object's";
    TextChangeSkipsTokens = "text-change-skips-tokens", "612.2a",
        "an effect that replaces a creature type leaves alone what an ability says of the tokens that it creates";
    TokensSkipGraveyard = "tokens-skip-graveyard", "111.7",
        "a token that would go to a graveyard ceases to exist instead";
    TokensLinger = "tokens-linger", "704.5d",
        "tokens stay in the zone that they went to";
    // Incarnations: graveyards and moving between zones.
    DrawAttemptRemembered = "draw-attempt-remembered", "704.5b",
        "an attempt to draw from an empty library that lost nothing at the time loses the game later";
    EmptyLibraryDrawHarmless = "empty-library-draw-harmless", "704.5b",
        "drawing from an empty library loses nothing";
    UncounterableIsCountered = "uncounterable-is-countered", "101.2",
        "what cannot be countered is countered";
    FreeSpellSkipsAdditionalCosts = "free-spell-skips-additional-costs", "118.9d",
        "a spell that is cast without paying its mana cost costs nothing else either";
    GraveyardTriggerLooksBack = "graveyard-trigger-looks-back", "603.10",
        "a trigger on going to the graveyard from anywhere is judged by the abilities before the move";
    GraveyardTriggerLate = "graveyard-trigger-late", "603.6",
        "a card in a graveyard that gets its ability back triggers then";
    GraveyardTriggerLastController = "graveyard-trigger-last-controller", "113.8",
        "the last controller of a permanent, not its owner, controls what triggers on its going to the graveyard from anywhere";
    GraveyardTriggerBattlefieldOnly = "graveyard-trigger-battlefield-only", "603.6c",
        "a trigger on going to the graveyard from anywhere needs the battlefield to be where the card comes from";
    GraveyardTriggerOnlyDestroyed = "graveyard-trigger-only-destroyed", "603.6c",
        "a permanent that is put into the graveyard without being destroyed sets off no trigger from there";
    GraveyardTriggerOnce = "graveyard-trigger-once", "603.2c",
        "of several cards put into graveyards at the same time only the first sets off its trigger";
    ReplacedMoveTriggers = "replaced-move-triggers", "603.2h",
        "what is exiled instead of put into a graveyard sets off what triggers on deaths and graveyards";
    GraveyardOfController = "graveyard-of-controller", "400.3",
        "whose graveyard a permanent would go to is judged by its controller";
    LeavingSourceReplacesNothing = "leaving-source-replaces-nothing", "614.4",
        "a permanent that leaves at the same time replaces no move any more";
    CardEffectsSeeTokens = "card-effects-see-tokens", "108.2b",
        "a replacement effect that speaks of cards replaces the moves of tokens too";
    DisguiseKeptInGraveyard = "disguise-kept-in-graveyard", "400.7",
        "a card that was a copy or face down is still that in the graveyard";
    ClonedTokenKeepsCopy = "cloned-token-keeps-copy", "400.7",
        "the token that a copied spell became is in the graveyard still the copy that it entered as";
    OwnReplacementBattlefieldOnly = "own-replacement-battlefield-only", "113.6",
        "a card that is shuffled away instead of going to a graveyard is so from the battlefield only";
    NoncombatPreventionCoversCombat = "noncombat-prevention-covers-combat", "615.1",
        "an effect that prevents damage other than combat damage prevents combat damage too";
    MovedCardPulledBack = "moved-card-pulled-back", "400.7",
        "a card that has left the graveyard is found where it went and shuffled in from there";
    MissingCardSkipsShuffle = "missing-card-skips-shuffle", "701.20c",
        "a library is not shuffled if what should be shuffled into it is not there";
}

impl Mutant {
    /// The mutant with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Mutant> {
        Mutant::ALL.iter().copied().find(|m| m.name() == name)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules that a game is played by: the real ones, or with one deviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// The deviation.
    pub mutant: Option<Mutant>,
}

impl Rules {
    /// Whether this rule is wrong in this game.
    #[must_use]
    pub fn deviates(self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }
}
