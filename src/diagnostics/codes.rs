//! The codes, one constant each; every code has a page `pages/CODE.md`.
//!
//! E01 syntax, E02 names, E03 kinds, E04 rules (cycle, domain, equations), E05 evaluation, E06 limits, E07 claims,
//! E08 input, output and the command line, E09 defects of ours; W mirrors them.

/// A code such as `E0201`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

// -- E01: syntax
/// Something else was expected.
pub const UNEXPECTED: Code = Code("E0101");
/// A bracket is never closed, closed by another kind, or closes nothing.
pub const UNCLOSED: Code = Code("E0102");
/// Brackets nest too deep.
pub const NESTS_TOO_DEEP: Code = Code("E0103");
/// A text has no closing quote.
pub const OPEN_TEXT: Code = Code("E0104");
/// A reserved word stands where a name is wanted.
pub const RESERVED_WORD: Code = Code("E0105");
/// `^` is refused.
pub const CARET: Code = Code("E0106");
/// An operator of another language.
pub const FOREIGN_OPERATOR: Code = Code("E0107");
/// A word of another language, or a `for` where none can stand.
pub const FOREIGN_WORD: Code = Code("E0108");
/// `->`, `:`, `=` or `in` is missing, or another of them stands there.
pub const WRONG_MARK: Code = Code("E0109");
/// A number is spelled as in another language.
pub const NUMBER_SPELLING: Code = Code("E0110");
/// An index below zero.
pub const NEGATIVE_INDEX: Code = Code("E0111");
/// A `fn` inside a game.
pub const FN_INSIDE_GAME: Code = Code("E0112");
/// `not`, `misere` or `with` where brackets are needed.
pub const NEEDS_BRACKETS: Code = Code("E0113");
/// A range with three ends.
pub const RANGE_CHAIN: Code = Code("E0114");
/// Something that is no declaration stands between declarations.
pub const NO_DECLARATION: Code = Code("E0115");
/// `a if c else b`.
pub const TERNARY: Code = Code("E0116");
/// The end of an edge has an operator and no brackets.
pub const LOOSE_END: Code = Code("E0117");
// -- E02: names
/// A name that is defined nowhere.
pub const UNKNOWN_NAME: Code = Code("E0201");
/// A name that is defined twice.
pub const DEFINED_TWICE: Code = Code("E0202");
/// Too few or too many arguments or fields.
pub const WRONG_COUNT: Code = Code("E0203");
/// A local name that hides a name of the file.
pub const HIDES_A_NAME: Code = Code("E0204");
/// A variable of a move called as a part of every move record.
pub const RESERVED_IN_MOVES: Code = Code("E0205");
/// A game or a function where a value is wanted.
pub const NOT_A_VALUE: Code = Code("E0206");
/// A value that is called.
pub const NOT_CALLABLE: Code = Code("E0207");
/// `for` in a function that takes none.
pub const NO_GENERATOR: Code = Code("E0208");
/// A name that the used file does not have.
pub const NOT_IN_USED_FILE: Code = Code("E0209");
/// Definitions that need each other.
pub const CIRCULAR: Code = Code("E0210");
/// An alias of something that is not a game.
pub const NOT_A_GAME: Code = Code("E0211");
/// Something that is not a type.
pub const NOT_A_TYPE: Code = Code("E0212");
/// Too many brackets and parts behind one operand.
pub const LONG_CHAIN: Code = Code("E0213");
// -- E03: kinds
/// `set of` a type without bound.
pub const INFINITE_SET: Code = Code("E0301");
/// A range without an end where one is needed.
pub const NO_END: Code = Code("E0302");
/// Something else where a position is wanted.
pub const NOT_A_POSITION: Code = Code("E0303");
/// A value of a misère position.
pub const MISERE_VALUE: Code = Code("E0304");
/// A question for impartial games about a partizan one.
pub const PARTIZAN_VALUE: Code = Code("E0305");
/// A game with `wins if` in a sum, or asked for a value.
pub const WINS_IF_VALUE: Code = Code("E0306");
/// A misère position that is stored, added, compared or led to.
pub const MISERE_KEPT: Code = Code("E0307");
/// Something else where a condition is wanted.
pub const NO_CONDITION: Code = Code("E0308");
/// Arithmetic on lists.
pub const LIST_ARITHMETIC: Code = Code("E0309");
/// A set where a list or bag is wanted, or the other way round.
pub const SET_FOR_LIST: Code = Code("E0310");
/// A range among the elements of a set or list literal.
pub const RANGE_IN_LITERAL: Code = Code("E0311");
/// A set compared with a position.
pub const SET_FOR_POSITION: Code = Code("E0312");
/// A list of moves compared with something else.
pub const MOVES_COMPARED: Code = Code("E0313");
/// A part that a value does not have.
pub const UNKNOWN_FIELD: Code = Code("E0314");
/// A fraction where an integer is needed.
pub const NOT_AN_INTEGER: Code = Code("E0315");
/// A value of one kind where another is wanted.
pub const WRONG_KIND: Code = Code("E0316");
/// A tuple of names for something else.
pub const PATTERN: Code = Code("E0317");
/// A comparison of values that are never equal.
pub const NEVER_EQUAL: Code = Code("E0318");
// -- E04: rules
/// A position outside its game's domain.
pub const LEAVES_DOMAIN: Code = Code("E0401");
/// A position that repeats in a game that is not `loopy`.
pub const REPETITION: Code = Code("E0402");
/// A `same as` between positions that are not isomorphic.
pub const NOT_THE_SAME: Code = Code("E0403");
/// An `equals` between positions of different values.
pub const NOT_EQUAL: Code = Code("E0404");
/// A loopy position that has no such value.
pub const INFINITE_VALUE: Code = Code("E0405");
/// A value whose canonical form is too large to be built.
pub const NO_CANONICAL_FORM: Code = Code("E0406");
/// A move that does not lower the `measure` of its game.
pub const NOT_LOWERED: Code = Code("E0407");
// -- E05: evaluation
/// An index outside its list.
pub const INDEX_OUTSIDE: Code = Code("E0501");
/// Division by zero.
pub const DIVISION_BY_ZERO: Code = Code("E0502");
/// The least or greatest of nothing.
pub const OF_NOTHING: Code = Code("E0503");
/// A fraction where an integer is needed.
pub const NOT_WHOLE: Code = Code("E0504");
/// A negative number where a natural is needed.
pub const NOT_NATURAL: Code = Code("E0505");
/// Square roots of different fields.
pub const MIXED_RADICANDS: Code = Code("E0506");
/// A number, or what it counts, is too large.
pub const TOO_LARGE_NUMBER: Code = Code("E0507");
/// Something that needs its own value.
pub const SELF_REFERENCE: Code = Code("E0508");
/// Calls that nest too deep.
pub const TOO_MANY_CALLS: Code = Code("E0509");
/// A parameter outside its domain.
pub const PARAM_OUTSIDE: Code = Code("E0510");
/// An argument that a function does not accept.
pub const ARGUMENT_OUTSIDE: Code = Code("E0511");
/// A field that a record does not have.
pub const NO_FIELD: Code = Code("E0512");
/// Two values for one entry.
pub const CHANGED_TWICE: Code = Code("E0513");
/// A function of the library that has no result for its arguments.
pub const LIBRARY: Code = Code("E0514");
/// A value of the wrong kind, found only when it was computed.
pub const UNEXPECTED_KIND: Code = Code("E0515");
// -- E06: limits
/// `--max-states`.
pub const TOO_MANY_STATES: Code = Code("E0601");
/// `--max-memory`.
pub const TOO_MUCH_MEMORY: Code = Code("E0602");
/// `--timeout`.
pub const TIMED_OUT: Code = Code("E0603");
/// Ctrl-C.
pub const INTERRUPTED: Code = Code("E0604");
/// A heap that only a proved period could answer for.
pub const NO_PERIOD: Code = Code("E0605");
/// No misère quotient was found.
pub const NO_QUOTIENT: Code = Code("E0606");
// -- E07: claims
/// A claim with a counterexample.
pub const CLAIM_REFUTED: Code = Code("E0701");
/// A `refute` of a statement that holds.
pub const REFUTE_FOUND_NOTHING: Code = Code("E0702");
/// A claim whose guards left nothing to check.
pub const CHECKED_NOTHING: Code = Code("E0703");
// -- E08: input, output and the command line
/// A file cannot be read.
pub const CANNOT_READ: Code = Code("E0801");
/// A `use` names a file that is neither beside the current one nor shipped.
pub const NO_SUCH_USE: Code = Code("E0802");
/// A file is not text in UTF-8.
pub const NOT_UTF8: Code = Code("E0803");
/// A file is too large, or the files together.
pub const TOO_LARGE: Code = Code("E0804");
/// A `-D` that is not NAME=EXPR.
pub const BAD_DEFINITION: Code = Code("E0805");
/// A `-D` for a parameter that the file does not have.
pub const UNKNOWN_PARAM: Code = Code("E0806");
/// A command that needs a position where the file has no `start`.
pub const NO_START: Code = Code("E0807");
/// `sgi find` for something that is no sequence or table.
pub const NO_SEQUENCE: Code = Code("E0808");
/// `sgi export` for something that no proved formula gives.
pub const NO_FORMULA: Code = Code("E0809");
// -- E09: defects
/// The tool itself is at fault.
pub const DEFECT: Code = Code("E0901");
// -- W02: names
/// A parameter that nothing reads.
pub const UNUSED: Code = Code("W0201");
// -- W03: kinds
/// A range that binds looser than it looks.
pub const LOOSE_RANGE: Code = Code("W0301");
/// A set where equal summands would count once.
pub const SET_IN_SUM: Code = Code("W0302");
/// A form with bars in the place of a set.
pub const FORM_AS_SET: Code = Code("W0303");
// -- W04: rules
/// A range that is always empty.
pub const EMPTY_RANGE: Code = Code("W0401");
/// A guard that never holds.
pub const NEVER_HOLDS: Code = Code("W0402");
/// A list whose entries never meet.
pub const WRITE_A_SUM: Code = Code("W0403");
/// A list whose order never matters.
pub const COULD_BE_A_BAG: Code = Code("W0404");
/// A move that no position reached could make.
pub const NEVER_FIRED: Code = Code("W0405");
/// An entry of a `with ... for` that does not use the `for`'s variables.
pub const ENTRY_UNDER_FOR: Code = Code("W0406");
