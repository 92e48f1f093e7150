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
    // What could be produced.
    UndefinedManaIsColorless = "undefined-mana-is-colourless", "106.5",
        "mana of an undefined type is made as colourless mana";
    UndefinedManaAnyColor = "undefined-mana-any-colour", "106.5",
        "mana of an undefined type is made in a colour of the player's choice";
    CouldProduceNeverEnds = "could-produce-never-ends", "106.7",
        "what permanents could produce is asked in a circle without end";
    CouldProduceCircleAnyColor = "could-produce-circle-any-colour", "106.7",
        "permanents that define their types only through one another could produce every colour";
    CouldProduceCircleByOrder = "could-produce-circle-by-order", "106.7",
        "what permanents could produce is worked out in one pass, so that the answer depends on their order";
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
    ManaReplacementEverywhere = "mana-replacement-everywhere", "106.12b",
        "replacements for permanents tapped for mana are applied to all mana that is added";
    // The order of replacement effects.
    ReplacementAppliesAgain = "replacement-applies-again", "614.5",
        "a replacement effect may be applied again to an event that another has changed since";
    ReplacementOrderFixed = "replacement-order-fixed", "616.1",
        "several replacement effects are applied in a fixed order, and nobody is asked";
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
    // Incarnations: graveyards and moving between zones.
    GraveyardTriggerLooksBack = "graveyard-trigger-looks-back", "603.10",
        "a trigger on going to the graveyard from anywhere is judged by the abilities before the move";
    GraveyardTriggerLate = "graveyard-trigger-late", "603.6",
        "a card in a graveyard that gets its ability back triggers then";
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
