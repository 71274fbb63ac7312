//! B-20, B-22: properties of all debates. Neither wording nor names nor order decide anything.
use super::made::{Kinds, Made, Plan, plans};
use analysis::Verdict;
use analysis::argument::{Favoured, Why};
use analysis::ballots::moves::{Move, moves};
use analysis::ballots::{Count, FinalTurns, history, rules};
use analysis::decision::exit::{self, AfterRound};
use analysis::evidence::checks;
use analysis::measure::groupthink;
use analysis::measure::summary::{Disagreement, RoundSummary};
use debate::event::RoundKind;
use debate::rules::Decide;
use debate::state::ResolvedBallot;
use debate::state::registry::Registry;
use debate::{Cast, Debate, Envelope, Event, Letter, Name, Question, Vulnerability};
use proptest::prelude::*;

/// A debate in a form independent of seats, names, letters, ids and wording.
struct Reader<'a> {
    debate: &'a Debate,
    keys: &'a [usize],
    registry: Registry,
}

impl<'a> Reader<'a> {
    fn new(debate: &'a Debate, keys: &'a [usize]) -> Reader<'a> {
        Reader { debate, keys, registry: debate.entered().0 }
    }

    fn key(&self, letter: Option<Letter>) -> Option<usize> {
        letter.map(|it| self.keys[self.debate.place(it).unwrap()])
    }

    fn held(&self, held: ResolvedBallot<'_>) -> String {
        match held {
            ResolvedBallot::Option(letter) => format!("{:?}", self.key(Some(letter))),
            ResolvedBallot::Estimate(it) => it.best.to_string(),
        }
    }

    /// The meaning of an id: claims and terms are identified by their words.
    fn named(&self, id: &str) -> String {
        let place = id.get(1..).unwrap().parse::<usize>().unwrap() - 1;
        match id.chars().next() {
            Some('C') => self.registry.claims[place].text.clone(),
            Some('E') => self.registry.evidence[place].title.clone(),
            _ => self.registry.terms[place].text.clone(),
        }
    }

    fn moved(&self, it: &Move<'_>) -> String {
        let mut ids: Vec<String> = it.ids.iter().map(|it| self.named(it)).collect();
        ids.sort_unstable();
        let (from, to) = (self.held(it.from), self.held(it.to));
        format!("{} in {}: {from} to {to}, {:?} by {ids:?}", it.by, it.round, it.carried)
    }

    /// All final counts, measures and decisions.
    fn lines(&self) -> Vec<String> {
        [self.verdict(), self.history(), self.after_round()].concat()
    }

    /// The measures of a round, and their consequence.
    fn after_round(&self) -> Vec<String> {
        let debate = self.debate;
        let mut lines = Vec::new();
        let outcome = match exit::after_round(debate) {
            AfterRound::Escalate(_) => "a person is asked".to_owned(),
            other @ (AfterRound::Close(_) | AfterRound::Object | AfterRound::GoOn) => format!("{other:?}"),
        };
        let says = exit::ruling(debate).map(|it| it.says);
        lines.push(format!(
            "exit: {outcome}, {says:?}, {:?}, {:?}",
            exit::after_closing(debate),
            exit::within_round(debate)
        ));
        lines.push(format!("figures: {:?}", exit::figures(debate)));
        lines.push(match groupthink::after_round(debate) {
            Some(Event::GroupthinkSeen { what, figures, .. }) => format!("groupthink: {what:?} {figures:?}"),
            _ => "groupthink: none".to_owned(),
        });
        let wording = ["text similarity", "text shift"];
        if let Some(summary) = debate.round().and_then(|it| RoundSummary::of(debate, it.number)) {
            let figures = summary.metrics.figures.iter().filter(|it| !wording.contains(&it.name));
            let figures: Vec<_> = figures.map(|it| (it.name, it.value, it.band)).collect();
            let kind = |it: &Disagreement| format!("{:?} {}", it.kind, it.sides.len());
            let mut kinds: Vec<String> = summary.disagreements.iter().map(kind).collect();
            // Claims are listed by id, which depends on the seat.
            kinds.sort_unstable();
            lines.push(format!("round: {} {:?} {} {kinds:?}", summary.status, summary.score, summary.agreements.len()));
            lines.push(format!("round: {figures:?} {:?}", summary.metrics.ruling));
        }
        lines
    }

    fn verdict(&self) -> Vec<String> {
        let Verdict { decision: it, plain_vote: plain, participants, options, dissent, metadata, .. } =
            Verdict::of(self.debate);
        let decided = self.key(it.option.as_ref().map(|it| it.letter));
        let mut lines = vec![
            format!("decision: {} {decided:?}, {} of {} without", it.label, it.without_ballot, it.of),
            format!("decision: {} {} {:?} {:?}", it.is_unanimous, it.is_tested, it.confidence, it.estimate),
            format!(
                "decision: {:?} {:?}",
                it.ruling.as_ref().map(|it| it.basis),
                metadata.rubric.map(|it| (it.votes, it.is_met))
            ),
            format!("plain: {:?} {} {:?}", self.key(plain.option), sorted(&plain.held_by), plain.estimate),
            format!("plain: {} {} {:?} {}", plain.openings, plain.argued, plain.same_as_decision, plain.options),
        ];
        let line = |it: &analysis::decision::verdict::Seat| {
            let change = it.change.as_ref().map(|it| (it.round, it.is_carried));
            let of = (it.vote, it.dissents, self.key(it.option), it.confidence, change);
            format!("seat {}: {of:?}", it.name)
        };
        lines.extend(participants.iter().map(line));
        lines.extend(options.iter().map(|it| {
            let mut said: Vec<String> = it.said.iter().map(|it| format!("{} {}", it.by, it.stand)).collect();
            said.sort_unstable();
            let (held, opened) = (sorted(&it.held_by), sorted(&it.opened_by));
            format!(
                "option {:?}: {held} {opened} {:?} {:?} {said:?}",
                self.key(Some(it.letter)),
                it.is_decided,
                it.pooled
            )
        }));
        lines.extend(dissent.iter().map(|it| format!("dissent {}: {:?} {}", it.by, it.vote, it.holds.is_some())));
        lines.extend(it.terms.iter().map(|it| {
            format!("term {}: {} {} {}", it.text, it.is_shared, sorted(&it.asked_by), sorted(&it.opposed_by))
        }));
        lines.sort_unstable();
        lines
    }

    /// Moves, rules, and what the arguments favour.
    fn history(&self) -> Vec<String> {
        let checked = checks::of_registry(self.debate, &self.registry);
        let moves = moves(self.debate, &self.registry, &checked);
        let mut lines: Vec<String> = moves.iter().map(|it| self.moved(it)).collect();
        if let Some(standing) = FinalTurns::of(self.debate) {
            let history = history::history(self.debate, &standing, &moves);
            for rule in Decide::ALL {
                let decided = rules::decide(rule, &history, &history::given(self.debate));
                let option = decided.as_ref().and_then(|it| self.key(it.option.map(|it| self.debate.letter(it))));
                lines.push(format!("rule {rule}: {option:?} {:?}", decided.map(|it| (it.basis, it.bare))));
            }
            let count = Count::of_final(self.debate, &standing);
            lines.push(format!(
                "counted: {:?} {:?} {:?}",
                count.agreement(),
                count.stability(standing.round.saturating_sub(1)),
                self.key(count.leader())
            ));
        }
        let why = Why::of_option(self.debate, None, &checked, 16);
        let favoured = match &why.favoured {
            Favoured::Other(id) => format!("{:?}", self.key(id.parse::<Letter>().ok())),
            Favoured::Same | Favoured::Level | Favoured::Nothing => String::new(),
        };
        lines.push(format!("why: {favoured} {:.6}", why.margin));
        lines.sort_unstable();
        lines
    }
}

fn sorted(names: &[Name]) -> String {
    let mut names: Vec<&str> = names.iter().map(Name::as_str).collect();
    names.sort_unstable();
    names.join(" ")
}

/// The observable values after each round, and at the end.
fn seen(made: &Made, log: &[Envelope]) -> Vec<Vec<String>> {
    let debate = |end: usize| Debate::replay(&log[..end]).unwrap();
    let rounds = made.ends.iter().map(|end| Reader::new(&debate(*end), &made.keys).after_round());
    rounds.chain([Reader::new(&debate(log.len()), &made.keys).lines()]).collect()
}

/// The same log in other words: positions, reasons, sections, questions, headlines and key points.
fn reworded(log: &[Envelope], word: impl Fn(usize) -> String) -> Vec<Envelope> {
    let mut log = log.to_vec();
    for (at, it) in log.iter_mut().enumerate() {
        if let Event::TurnTaken { turn, .. } = &mut it.event {
            turn.position = turn.position.as_ref().map(|_| word(at));
            turn.reasoning = turn.reasoning.as_ref().map(|_| word(at + 1));
            turn.key_points = vec![word(at + 2), word(at + 3)];
            let (vulnerability, mitigation) = (word(at + 5), Some(word(at + 6)));
            turn.vulnerabilities = vec![Vulnerability { vulnerability, mitigation }];
            turn.questions = vec![Question { to: None, text: word(at + 7) }];
            if let Some(Cast::Headline(headline)) = &mut turn.ballot {
                *headline = word(at + 4);
            }
        }
        if let Event::BallotsGrouped { options, .. } = &mut it.event {
            options.iter_mut().enumerate().for_each(|(place, it)| it.headline = word(at + place));
        }
    }
    log
}

/// The lines at the first moment at which one differs from the other that only one of them has.
fn apart(one: &[Vec<String>], other: &[Vec<String>]) -> Vec<String> {
    let only = |mark: char, own: &[String], others: &[String]| -> Vec<String> {
        own.iter().filter(|it| !others.contains(it)).map(|it| format!("{mark} {it}")).collect()
    };
    let moments = one.iter().zip(other).filter(|(a, b)| a != b);
    moments.take(1).flat_map(|(a, b)| [only('-', a, b), only('+', b, a)].concat()).collect()
}

fn usual(plan: &Plan) -> Made {
    Made::of(plan, &(0..plan.seats.len()).collect::<Vec<_>>(), &[0, 1, 2])
}

/// Seats in an order, and given options in one.
fn turned(plan: &Plan, by: usize, given: usize) -> Made {
    let mut order: Vec<usize> = (0..plan.seats.len()).collect();
    if by.is_multiple_of(2) {
        order.reverse();
    }
    order.rotate_left(by % plan.seats.len());
    let orders: &[&[usize]] = match plan.ballot {
        Kinds::YesNo => &[&[1, 0]],
        Kinds::Choice => &[&[2, 1, 0], &[1, 2, 0], &[0, 2, 1]],
        Kinds::Open | Kinds::Estimate => &[&[]],
    };
    Made::of(plan, &order, orders[given % orders.len()])
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, ..ProptestConfig::with_cases(96) })]

    /// B-20: wording changes no count, measure or decision: all equal, all different, or another language.
    #[test]
    fn words_decide_nothing(plan in plans()) {
        let made = usual(&plan);
        let found = seen(&made, &made.scene.log);
        let languages = ["No, never: it is the opposite.", "我们不应该采用它。", "Sí, adoptarlo cuanto antes."];
        let others: [&dyn Fn(usize) -> String; 3] = [
            &|_| "The same words.".to_owned(),
            &|at| format!("Words that nobody else uses, {}", at * 7919),
            &|at| languages[at % 3].to_owned(),
        ];
        for word in others {
            prop_assert_eq!(apart(&found, &seen(&made, &reworded(&made.scene.log, word))), Vec::<String>::new());
        }
    }

    /// B-22: seating and option order change only names and letters.
    #[test]
    fn names_and_order_decide_nothing(plan in plans(), by in 0..10_usize, given in 0..3_usize) {
        let (made, other) = (usual(&plan), turned(&plan, by, given));
        prop_assert_eq!(apart(&seen(&made, &made.scene.log), &seen(&other, &other.scene.log)), Vec::<String>::new());
    }

    /// B-05: with closing ballots, earlier casts change no count, label or rule.
    #[test]
    fn only_closing_ballots_decide(plan in plans()) {
        let made = usual(&plan);
        let closing = made.scene.debate.rounds.last().filter(|it| it.kind == RoundKind::Ballot && !it.spoken.is_empty());
        prop_assume!(closing.is_some());
        let mut log = made.scene.log.clone();
        let last = made.scene.debate.rounds.len() as u32;
        for it in &mut log {
            if let Event::TurnTaken { round, turn, .. } = &mut it.event
                && *round < last
                && let Some(Cast::Option(letter)) = &mut turn.ballot
            {
                *letter = made.scene.debate.letter(0);
            }
        }
        let decided = |log: &[Envelope]| {
            let debate = Debate::replay(log).unwrap();
            let Verdict { decision: it, .. } = Verdict::of(&debate);
            let option = it.option.map(|it| (it.letter, it.held_by));
            (it.of, it.without_ballot, option, it.estimate, it.confidence)
        };
        prop_assert_eq!(decided(&made.scene.log), decided(&log));
    }

    /// B-23: every present participant is counted, with or without a ballot, and holds at most one option.
    #[test]
    fn counts_add_up(plan in plans()) {
        let made = usual(&plan);
        let verdict = Verdict::of(&made.scene.debate);
        if let Some(standing) = FinalTurns::of(&made.scene.debate) {
            let count = Count::of_final(&made.scene.debate, &standing);
            let tally: usize = count.tally().iter().map(|(_, held)| held).sum();
            let estimates = count.estimates().map_or(0, |it| it.len());
            prop_assert_eq!(tally + estimates + count.without(), count.of_all());
            prop_assert_eq!((verdict.decision.of, verdict.decision.without_ballot), (count.of_all(), count.without()));
        }
    }
}
