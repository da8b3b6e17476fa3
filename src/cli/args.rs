//! What may stand on the command line.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::completions::{self, Completed};
use super::values::{count, duration, name, size};

const EXAMPLES: &str = "\
Examples:
  sgi run nim                                    run a shipped game (`sgi games` lists them)
  sgi run game.game -D m=5 --stats               run a file with another parameter
  sgi eval wythoff 'sg(Wythoff(3, 5))'           evaluate expressions
  sgi table wythoff 'sg(Wythoff(a, b)) for a in 0..9, b in 0..9'
  sgi find kayles 'sg(Kayles(n)) for n in 0..500'
  sgi explain E0701                              what an error means

Exit status: 0 all as claimed, 1 a claim refuted or empty, 2 wrong usage, 3 errors in a .game file,
4 undecided or a limit reached, 5 input or output failed, 70 a defect of sgi, 128 + n ended by signal n.";

/// Combinatorial games: Sprague-Grundy values, outcomes, and verdicts on conjectures.
#[derive(Debug, Parser)]
#[command(name = "sgi", version, about, after_help = EXAMPLES, arg_required_else_help = true, max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub look: Look,
}

/// How the output looks, whatever the command.
#[derive(Clone, Debug, Args)]
pub(super) struct Look {
    /// When to use colours; a variable `NO_COLOR` in the environment means never.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    /// Say less: no parameters, no progress, no warnings.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ColorChoice {
    /// When the output is a terminal.
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Solve the start position, then run tables, prints, plots and claims in file order.
    Run(RunArgs),
    /// Parse and check a file without running it.
    Check(CheckArgs),
    /// Run all files of a folder, and say which claims are not as stated.
    Test(TestArgs),
    /// Evaluate expressions in a file's scope, one result a line.
    Eval(EvalArgs),
    /// List every move of a position with its value, the winning ones marked.
    Moves(MovesArgs),
    /// Make a table: `sgi table FILE 'EXPR for a in 0..20, b in 0..20'`.
    Table(TableArgs),
    /// Look for patterns: `sgi find FILE 'EXPR for n in 0..500'` prints claims that can be pasted.
    Find(FindArgs),
    /// Write a proved formula as a function: `sgi export FILE 'sg(G(n)) for n in 0..' --to cpp`.
    Export(ExportArgs),
    /// Check the proofs that `--certificate` wrote, by the rules alone.
    Verify(VerifyArgs),
    /// Draw a file's plots in the terminal or as SVG.
    Plot(PlotArgs),
    /// Write the graph of a position's followers.
    Graph(GraphArgs),
    /// Play against the perfect player.
    Play(PlayArgs),
    /// Ask one thing after another: expressions, claims, new rules, as they are typed.
    Repl(ReplArgs),
    /// Bring files into the standard layout.
    Fmt(FmtArgs),
    /// Start a new file.
    New(NewArgs),
    /// List the games shipped with sgi.
    Games(GamesArgs),
    /// Show what a file becomes on its way: syntax tree, model, machine code, plan.
    Dump(DumpArgs),
    /// Explain an error code, with an example and its repair.
    Explain(ExplainArgs),
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
    /// Serve an editor: diagnostics, completion, definitions, verdicts, by the language server protocol.
    Lsp,
    /// Write the manual page of `sgi`, or of one of its commands.
    Man(ManArgs),
}

/// The file, and what every run may be told.
#[derive(Debug, Args)]
pub(super) struct FileArgs {
    /// A `.game` file, `-` for standard input, or the bare name of a shipped game.
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Give a parameter of the file another value; may be repeated.
    #[arg(short = 'D', value_name = "NAME=EXPR", allow_hyphen_values = true)]
    pub definitions: Vec<String>,
    /// Play the start position under the misère convention.
    #[arg(long)]
    pub misere: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Write every proof of a period here as JSON, for `sgi verify`; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// Say how many states were stored, and how fast.
    #[arg(long)]
    pub stats: bool,
}

/// What a run may use.
#[derive(Clone, Debug, Args)]
pub(super) struct LimitArgs {
    /// Store the value of at most this many positions.
    #[arg(long, value_name = "N", value_parser = count)]
    pub max_states: Option<u64>,
    /// Use at most this much memory (`512M`, `2G`, binary); half of the machine's without.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<u64>,
    /// Stop after this time (`500ms`, `10s`, `2m`, `1h`).
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Use at most this many threads for large tables and searches; one a processor without, but at most 8. What is
    /// printed does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi run nim\n  sgi run game.game -D 'S={1, 3}' --format json\n  sgi run - < game.game"
)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// How the report is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi test\n  sgi test games lecture.game --timeout 30s\n  sgi test --format junit -o report.xml"
)]
pub(super) struct TestArgs {
    /// `.game` files, and folders that are searched for them.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<String>,
    /// Give a parameter another value, in every file; may be repeated.
    #[arg(short = 'D', value_name = "NAME=EXPR", allow_hyphen_values = true)]
    pub definitions: Vec<String>,
    /// What each file may use.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the results are written.
    #[arg(long, value_enum, default_value_t = TestFormat::Text)]
    pub format: TestFormat,
    /// Write them into this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum TestFormat {
    /// A line a file, and one for each claim that is not as stated.
    Text,
    /// The claims and diagnostics of every file.
    Json,
    /// XML for build servers: a suite a file, a case a claim.
    Junit,
    /// Annotations of GitHub's workflows.
    Github,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sgi check game.game --equations")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// Verify `same as` and `equals` at the followers of every position that the file names.
    #[arg(long)]
    pub equations: bool,
    /// How the report is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi eval wythoff 'sg(Wythoff(3, 5))' '[n for n in 0..20 if is_fib(n)]'\n  sgi eval nim -- '-3 + 5'"
)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The expressions.
    #[arg(value_name = "EXPR", required = true)]
    pub expressions: Vec<String>,
    /// How the results are written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sgi moves chomp\n  sgi moves nim 'Nim(3) + Nim(5)'")]
pub(super) struct MovesArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The position; the file's start position without.
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Say why the winning moves win, and which moves keep a draw.
    #[arg(long)]
    pub why: bool,
    /// How the moves are written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi table wythoff 'sg(Wythoff(a, b)) for a in 0..9, b in 0..9'\n  sgi table nim '(n, sg(Nim(n))) for n in 0..20' --format csv"
)]
pub(super) struct TableArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The name of a table of the file, or what stands in the cells, and for which values; a tuple gives several columns.
    #[arg(value_name = "NAME or EXPR for ...")]
    pub generator: String,
    /// How the table is written.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    /// Write it into this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi find kayles 'sg(Kayles(n)) for n in 0..500'\n  sgi find wythoff 'loses(Wythoff(a, b)) for a in 0..60, b in 0..60'"
)]
pub(super) struct FindArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The values, and for which variables: one or two, over ranges.
    #[arg(value_name = "EXPR for ...")]
    pub generator: String,
    /// How the findings are written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi export kayles 'sg(Kayles(n)) for n in 0..' > kayles.py\n  sgi export subtraction 'loses(Sub(n)) for n in 0..' -D 'S={2, 5}' --to cpp --name is_lost"
)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// What the function is to give, and for which variable: one, over a range without an end.
    #[arg(value_name = "EXPR for n in 0..")]
    pub generator: String,
    /// The language that it is written in.
    #[arg(long, value_enum, default_value_t = ExportFormat::Python)]
    pub to: ExportFormat,
    /// What the function is called; `grundy` for a Grundy value, `f` for anything else without.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub name: Option<String>,
    /// Write it into this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    /// C++17: one header without dependencies.
    Cpp,
    /// Python 3, for integers of any size.
    Python,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sgi run kayles --certificate kayles.json\n  sgi verify kayles.json")]
pub(super) struct VerifyArgs {
    /// What `--certificate` wrote; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum TableFormat {
    Text,
    Csv,
    Json,
    /// An OEIS b-file: `n a(n)` a line.
    Oeis,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi plot game.game                       in the terminal\n  sgi plot game.game values -o values.svg  one plot as SVG\n  sgi plot kayles 'sg(Kayles(n)) for n in 0..100'\n  sgi plot domineering 'thermograph(Domino(rect(2, 3)))' -o walls.svg"
)]
pub(super) struct PlotArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The plots wanted: names of the file's, or what is to be drawn and for which values; all of the file's without.
    #[arg(value_name = "NAME or EXPR for ...")]
    pub names: Vec<String>,
    /// Write SVG here (one plot) or into this folder (several); `-` is standard output.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sgi graph nim 'Nim(3)' --format dot | dot -Tsvg > nim.svg")]
pub(super) struct GraphArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The position; the file's start position without.
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// How the graph is written.
    #[arg(long, value_enum, default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Write it into this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum GraphFormat {
    Dot,
    Svg,
    Json,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi fmt game.game           rewrite the file\n  sgi fmt --check *.game      only say which files differ\n  sgi fmt - < game.game       write the result to standard output"
)]
pub(super) struct FmtArgs {
    /// The files; `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Write nothing; exit with 1 when a file would change.
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sgi play nim\n  sgi play chomp --second")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The position; the file's start position without.
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Let the perfect player begin.
    #[arg(long)]
    pub second: bool,
    /// Play Right in a partizan game.
    #[arg(long)]
    pub right: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi repl nim\n  sgi repl                        without a file\n  echo 'sg(Nim(5))' | sgi repl nim\n\nType `:help` for what can be asked."
)]
pub(super) struct ReplArgs {
    /// A `.game` file, or the bare name of a shipped game; without, nothing is defined at first.
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// Give a parameter of the file another value; may be repeated.
    #[arg(short = 'D', value_name = "NAME=EXPR", allow_hyphen_values = true)]
    pub definitions: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The name: `NAME.game` is made in the current folder.
    #[arg(value_name = "NAME")]
    pub name: String,
}

#[derive(Debug, Args)]
pub(super) struct GamesArgs {
    /// Show this game's text.
    #[arg(value_name = "NAME", value_parser = Completed(completions::games), hide_possible_values = true)]
    pub name: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sgi dump nim --emit ast\n  sgi dump wythoff --emit ir 'sg(Wythoff(30, 50))'\n\nThe form of what is shown may change with every release."
)]
pub(super) struct DumpArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// Which stage.
    #[arg(long, value_enum, default_value_t = Emit::Plan, value_name = "STAGE")]
    pub emit: Emit,
    /// What is evaluated first, for machine code and plan; without, the file is run.
    #[arg(value_name = "EXPR")]
    pub expressions: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Emit {
    /// The syntax tree.
    Ast,
    /// Names resolved, clauses taken apart.
    Model,
    /// The moves of each game that is asked about, as machine code sees them.
    Ir,
    /// Which engine answers for each game that is asked about.
    Plan,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The code, for example E0701; all codes with their titles without.
    #[arg(value_name = "CODE", value_parser = Completed(completions::codes), hide_possible_values = true)]
    pub code: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The command whose page is written, for example `run`; the page of `sgi` itself without.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
