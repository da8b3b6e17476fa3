//! What each rule of the grammar is called in an error.

use super::parser::Rule;

/// What a rule that was tried in vain stood for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Wanted {
    /// A mark or keyword that must come.
    Mark(&'static str),
    /// A part that must come.
    Thing(&'static str),
    /// What goes on or ends a list.
    Separator(&'static str),
    /// What may come but need not.
    Loose(&'static str),
    /// The end of the declaration or clause.
    End,
    /// A spelling that is accepted to be explained, or a whole whose parts are told.
    Unsaid,
}

/// What is said of a rule that was tried where the parse stopped. Every rule is listed, so that none is forgotten.
#[expect(clippy::too_many_lines, reason = "a table with a line for every rule")]
pub(super) fn wanted(rule: Rule) -> Wanted {
    match rule {
        Rule::arrow | Rule::missing_arrow => Wanted::Mark("`->`"),
        Rule::colon | Rule::missing_colon => Wanted::Mark("`:`"),
        Rule::assign => Wanted::Mark("`=`"),
        Rule::lparen | Rule::fields => Wanted::Mark("`(`"),
        Rule::lbrace | Rule::body => Wanted::Mark("`{`"),
        Rule::lbracket => Wanted::Mark("`[`"),
        Rule::member | Rule::kw_in => Wanted::Mark("`in`"),
        Rule::kw_then => Wanted::Mark("`then`"),
        Rule::kw_else => Wanted::Mark("`else`"),
        Rule::kw_of => Wanted::Mark("`of`"),
        Rule::kw_move => Wanted::Mark("`move`"),
        Rule::kw_game | Rule::game_header | Rule::game => Wanted::Mark("`game`"),
        Rule::expr
        | Rule::operand
        | Rule::primary
        | Rule::number
        | Rule::paren
        | Rule::list
        | Rule::set
        | Rule::if_expr
        | Rule::graph
        | Rule::graph_word
        | Rule::boolean
        | Rule::vertex
        | Rule::chain
        | Rule::sign
        | Rule::prefix
        | Rule::minus
        | Rule::kw_misere
        | Rule::entry
        | Rule::cell
        | Rule::expression
        | Rule::generator
        | Rule::operand_start => Wanted::Thing("an expression"),
        Rule::domain
        | Rule::domain_operand
        | Rule::domain_primary
        | Rule::domain_paren
        | Rule::collection
        | Rule::graph_type
        | Rule::kw_list
        | Rule::kw_bag
        | Rule::kw_set => Wanted::Thing("a type"),
        Rule::name
        | Rule::def_name
        | Rule::reserved_name
        | Rule::reserved
        | Rule::word
        | Rule::move_name
        | Rule::field_name
        | Rule::field => Wanted::Thing("a name"),
        Rule::pattern | Rule::wildcard | Rule::bound | Rule::binder | Rule::binder_list => Wanted::Thing("a variable"),
        Rule::text => Wanted::Thing("a text in quotes"),
        Rule::clause
        | Rule::one_clause
        | Rule::move_clause
        | Rule::same
        | Rule::equals
        | Rule::equals_open
        | Rule::ends
        | Rule::wins
        | Rule::measure
        | Rule::side
        | Rule::kw_same
        | Rule::kw_equals
        | Rule::kw_ends
        | Rule::kw_wins
        | Rule::kw_measure
        | Rule::clause_start => Wanted::Thing("a clause"),
        Rule::comma => Wanted::Separator("`,`"),
        Rule::for_clause | Rule::kw_for => Wanted::Separator("`for`"),
        Rule::kw_as => Wanted::Separator("`as`"),
        Rule::edge => Wanted::Separator("`--`"),
        Rule::rparen => Wanted::Separator("`)`"),
        Rule::rbracket => Wanted::Separator("`]`"),
        Rule::rbrace => Wanted::Separator("`}`"),
        Rule::kw_if | Rule::guard => Wanted::Loose("`if`"),
        Rule::binders | Rule::rule_params | Rule::call => Wanted::Loose("`(`"),
        Rule::alias => Wanted::Loose("`=`"),
        Rule::tail
        | Rule::index
        | Rule::select
        | Rule::with_clause
        | Rule::kw_with
        | Rule::infix
        | Rule::operator
        | Rule::word_operator
        | Rule::word_xor
        | Rule::set_operator
        | Rule::set_sign
        | Rule::domain_infix
        | Rule::range_operator
        | Rule::not_in
        | Rule::kw_not => Wanted::Loose("an operator"),
        Rule::EOI => Wanted::End,
        Rule::item
        | Rule::header
        | Rule::param
        | Rule::let_item
        | Rule::fn_item
        | Rule::enum_item
        | Rule::use_item
        | Rule::start
        | Rule::claim
        | Rule::table
        | Rule::plot
        | Rule::print
        | Rule::kw_loopy
        | Rule::kw_param
        | Rule::kw_let
        | Rule::kw_fn
        | Rule::kw_enum
        | Rule::kw_use
        | Rule::kw_start
        | Rule::kw_claim
        | Rule::kw_refute
        | Rule::kw_table
        | Rule::kw_plot
        | Rule::kw_print => Wanted::Thing("a declaration"),
        Rule::WHITESPACE
        | Rule::arrow_like
        | Rule::colon_like
        | Rule::wrong_arrow
        | Rule::wrong_colon
        | Rule::wrong_assign
        | Rule::wrong_in
        | Rule::wrong_type
        | Rule::wrong_bound
        | Rule::foreign_as
        | Rule::foreign_where
        | Rule::foreign_for
        | Rule::foreign_operator
        | Rule::foreign_equals
        | Rule::foreign_prefix
        | Rule::foreign_decimal
        | Rule::foreign_number
        | Rule::foreign_elif
        | Rule::foreign_infix
        | Rule::loose_end
        | Rule::loose_operator
        | Rule::ending => Wanted::Unsaid,
    }
}
