//! Prints the TypeScript types of everything that is declared as a contract: the operations, what embedders get of a plan,
//! and the arguments and answers of all tools. The build writes them into the npm package.

use std::fmt::Write as _;

use long_term_plan_core::contract::{Contract, Field, Schema};
use long_term_plan_core::edit::{
    AddOp, AttributeChanges, DeleteTask, MoveTask, Op, Position, RepairAction, TaskChanges, UpdatePlan, UpdateTask,
};
use long_term_plan_core::plan::{Code, Priority, State, Status};
use long_term_plan_core::toolsets::TOOLSETS;
use long_term_plan_core::views::{
    AppliedOps, AppliedRepair, ChangedRange, Finding, Findings, MergeConflict, MergeReport, OtherAttribute, Outline,
    OutlineBody, OutlineTask, RefusedOp, RepairedText, SearchHit, SearchHits, Section, StatusCounts, ToldChange,
};

/// What gets a name of its own. A shape that stands in another is called by its name there.
const NAMED: &[(&str, &str, Schema)] = &[
    ("Status", "How far a task is.", Status::SCHEMA),
    ("State", "What a task's status does not say.", State::SCHEMA),
    ("Priority", "How urgent a task is.", Priority::SCHEMA),
    ("Position", "Which end of its siblings a task goes to.", Position::SCHEMA),
    ("RepairAction", "What repair can do.", RepairAction::SCHEMA),
    ("FindingCode", "The kinds of findings.", Code::SCHEMA),
    ("AttributeChanges", "Attributes to set; an empty string or list takes one away.", AttributeChanges::SCHEMA),
    ("TaskChanges", "What can be changed about a task where it stands.", TaskChanges::SCHEMA),
    ("AddTask", "Adds a task: to a section, under a parent, or next to another task.", AddOp::SCHEMA),
    ("UpdateTask", "Changes a task. What is not named stays.", UpdateTask::SCHEMA),
    ("MoveTask", "Puts a task elsewhere, with all that is under it.", MoveTask::SCHEMA),
    ("DeleteTask", "Deletes a task with all that is under it.", DeleteTask::SCHEMA),
    ("UpdatePlan", "Changes the plan's own title and body.", UpdatePlan::SCHEMA),
    ("Op", "One change to a plan.", Op::SCHEMA),
    ("Body", "A body: the Markdown in a blockquote.", OutlineBody::SCHEMA),
    ("StatusCounts", "How many tasks there are of each status.", StatusCounts::SCHEMA),
    ("Section", "A heading.", Section::SCHEMA),
    ("OtherAttribute", "An attribute that is kept as it is.", OtherAttribute::SCHEMA),
    ("Task", "A task.", OutlineTask::SCHEMA),
    ("Outline", "Everything that a plan says, in the order of its lines.", Outline::SCHEMA),
    ("Finding", "One finding about a file.", Finding::SCHEMA),
    ("Findings", "What is wrong with a file, in the order of its lines.", Findings::SCHEMA),
    ("ChangedRange", "A place where the text changed. Several are in order and do not overlap.", ChangedRange::SCHEMA),
    ("AppliedOps", "What a list of operations did.", AppliedOps::SCHEMA),
    ("AppliedRepair", "One thing that a repair did.", AppliedRepair::SCHEMA),
    ("AppliedRepairs", "What a repair did.", RepairedText::SCHEMA),
    ("SearchHit", "A task that was found.", SearchHit::SCHEMA),
    ("SearchHits", "Tasks that were found.", SearchHits::SCHEMA),
    ("TaskChange", "One thing that differs between two versions of a plan.", ToldChange::SCHEMA),
    ("MergeConflict", "Something that both sides changed differently.", MergeConflict::SCHEMA),
    ("MergeReport", "How a merge went.", MergeReport::SCHEMA),
    ("RefusedOp", "Why operations were refused; nothing was changed.", RefusedOp::SCHEMA),
];

#[allow(clippy::print_stdout, reason = "printing is all this program does")]
fn main() {
    println!("// Rendered from the contracts in Rust by core/examples/types.rs; not edited by hand.\n");
    for (name, what, schema) in NAMED {
        println!("/** {what} */\n{}\n", declaration(name, *schema));
    }
    println!("/** The arguments of each tool. */\n{}\n", tools("ToolInputs", |tool| tool.input));
    println!("/** The answer of each tool. */\n{}\n", tools("ToolOutputs", |tool| tool.output));
    println!("/** The name of a tool, as it is listed. */\nexport type ToolName = keyof ToolInputs;");
}

fn declaration(name: &str, schema: Schema) -> String {
    match schema {
        Schema::Object(_) => format!("export interface {name} {}", object(&schema.fields(), 0)),
        _ => format!("export type {name} =\n  {};", shape(schema, 0)),
    }
}

fn tools(name: &str, side: impl Fn(&long_term_plan_core::toolsets::Tool) -> Schema) -> String {
    let mut declared = format!("export interface {name} {{\n");
    let all: Vec<_> = TOOLSETS.iter().flat_map(|toolset| toolset.tools).collect();
    for (number, tool) in all.iter().enumerate() {
        // Toolsets that are never on together may have tools of one name.
        if all[..number].iter().any(|before| before.name == tool.name) {
            continue;
        }
        let same = all.iter().filter(|other| other.name == tool.name);
        let types: Vec<_> = same.map(|tool| type_of(side(tool), 1)).collect();
        let _ = writeln!(declared, "  /** {} */", tool.description);
        let _ = writeln!(declared, "  {}: {};", tool.name, types.join(" | "));
    }
    declared + "}"
}

/// A shape by its name, if it has one.
fn type_of(schema: Schema, depth: usize) -> String {
    // Two constants of one shape need not be at one address, and a shape has no name of its own: it is compared whole.
    let text = format!("{schema:?}");
    let known = NAMED.iter().find(|(_, _, named)| format!("{named:?}") == text);
    known.map_or_else(|| shape(schema, depth), |(name, ..)| (*name).to_owned())
}

fn shape(schema: Schema, depth: usize) -> String {
    match schema {
        Schema::Text | Schema::ShortText { .. } | Schema::Pattern(..) => "string".into(),
        Schema::Flag => "boolean".into(),
        Schema::Integer { .. } | Schema::Number => "number".into(),
        Schema::OrNull(value) => format!("{} | null", type_of(*value, depth)),
        Schema::Choice(words) => choice(words),
        Schema::List(item) | Schema::ShortList(item, _) => match type_of(*item, depth) {
            name if name.chars().all(char::is_alphanumeric) => format!("{name}[]"),
            other => format!("Array<{other}>"),
        },
        // A tree's rows hold rows again, which a table cannot say.
        Schema::Object([]) => "Record<string, unknown>".into(),
        Schema::Object(_) => object(&schema.fields(), depth),
        Schema::Tagged(tag, variants) => alternatives(tag, variants, depth),
        Schema::Variants { common, tag, variants } => {
            format!("{} & ({})", type_of(*common, depth), alternatives(tag, variants, depth))
        }
    }
}

/// Objects told apart by the word in one of their fields.
fn alternatives(tag: &str, variants: &[(&str, Schema)], depth: usize) -> String {
    let variant = |(word, of): &(&str, Schema)| format!("({{ {tag}: '{word}' }} & {})", type_of(*of, depth));
    variants.iter().map(variant).collect::<Vec<_>>().join("\n  | ")
}

/// Words, or the name of a set of words and the empty one, which takes away what was set.
fn choice(words: &[&str]) -> String {
    let clearable = words.split_last().filter(|(last, _)| last.is_empty()).and_then(|(_, words)| {
        let named = |schema: &Schema| matches!(schema, Schema::Choice(of) if *of == words);
        NAMED.iter().find(|(_, _, schema)| named(schema))
    });
    if let Some((name, ..)) = clearable {
        return format!("{name} | ''");
    }
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" | ")
}

fn object(fields: &[Field], depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let mut shown = String::from("{\n");
    for field in fields {
        let optional = if field.may_be_absent { "?" } else { "" };
        let _ = writeln!(shown, "{indent}  /** {} */", field.description.trim());
        let name = key(field.name);
        let _ = writeln!(shown, "{indent}  {name}{optional}: {};", type_of(field.schema, depth + 1));
    }
    shown + &indent + "}"
}

/// A field's name as TypeScript wants it.
fn key(name: &str) -> String {
    let is_plain = name.chars().all(|each| each.is_ascii_alphanumeric() || each == '_');
    if is_plain { name.to_owned() } else { format!("'{name}'") }
}
