//! What went wrong with a call, in words for people: what it is, and what to do next.

use shared::api::{Problem, ProblemKind};

/// Why a call gave no answer, or none of use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The server was not reached, or took too long.
    Unreachable,
    /// It answered with something this page can't read.
    Unreadable,
    /// It said no.
    Problem(Problem),
}

impl Trouble {
    /// Which kind of problem, if the server said no in a known way.
    pub fn kind(&self) -> Option<ProblemKind> {
        match self {
            Self::Problem(problem) => problem.known(),
            Self::Unreachable | Self::Unreadable => None,
        }
    }

    /// True if the same call may work later.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable => true,
            Self::Unreadable => false,
            Self::Problem(problem) => problem.status == 429 || problem.status >= 500,
        }
    }

    /// For people.
    pub fn words(&self) -> String {
        match self {
            Self::Unreachable => {
                "The server can’t be reached. Check your connection, then try again.".to_owned()
            }
            Self::Unreadable => {
                "The server answered with something this page doesn’t understand. Reload the page.".to_owned()
            }
            Self::Problem(problem) => told(problem),
        }
    }
}

fn told(problem: &Problem) -> String {
    let sentence = match problem.known() {
        Some(ProblemKind::Unauthorized) => {
            "The server doesn’t know you any more. Reload the page to play as a new guest."
        }
        Some(ProblemKind::Forbidden) => "That seat belongs to somebody else.",
        Some(ProblemKind::NotFound) => "There is no such match. Check the code, or open a table of your own.",
        Some(ProblemKind::MatchFull) => "Every seat is taken. You can still watch.",
        Some(ProblemKind::MatchClosed) => {
            "Nobody can sit down at that table any more. You can open one of your own."
        }
        Some(ProblemKind::NotOver) => "The match is still being played; its record is shown after the end.",
        Some(ProblemKind::TooMany) => "That was a little too fast. Wait a few seconds, then try again.",
        Some(ProblemKind::Internal | ProblemKind::Unavailable) => {
            "The server can’t do that at the moment. Try again in a minute."
        }
        _ => return particular(problem),
    };
    sentence.to_owned()
}

/// What the server itself has to say, field by field where it names them.
fn particular(problem: &Problem) -> String {
    let fields: Vec<String> =
        problem.errors.iter().map(|error| format!("{}: {}", error.field, error.reason)).collect();
    if !fields.is_empty() {
        return fields.join(". ");
    }
    if problem.detail.is_empty() { problem.title.clone() } else { problem.detail.clone() }
}

#[cfg(test)]
mod tests {
    use shared::api::FieldError;

    use super::*;

    #[test]
    fn every_problem_has_words() {
        for kind in ProblemKind::ALL {
            let trouble = Trouble::Problem(Problem::new(kind, "why"));
            assert!(!trouble.words().is_empty(), "{kind:?}");
            assert_eq!(trouble.kind(), Some(kind));
        }
        assert!(Trouble::Unreachable.words().contains("try again"));
    }

    #[test]
    fn wrong_fields_are_named() {
        let mut problem = Problem::new(ProblemKind::Invalid, "one field is wrong");
        problem.errors.push(FieldError { field: "name".to_owned(), reason: "is empty".to_owned() });
        assert_eq!(Trouble::Problem(problem).words(), "name: is empty");
    }

    #[test]
    fn only_what_may_pass_is_tried_again() {
        let of = |kind| Trouble::Problem(Problem::new(kind, "")).may_pass();
        assert!(Trouble::Unreachable.may_pass() && of(ProblemKind::TooMany) && of(ProblemKind::Unavailable));
        assert!(
            !of(ProblemKind::Unauthorized) && !of(ProblemKind::MatchFull) && !Trouble::Unreadable.may_pass()
        );
    }
}
