//! Imports and exports as calls, in the steps that hosts of the core know: what a call needs, what it writes, what it answers.

use crate::contract::{Json, Read};
use crate::plan::Diagnostic;
use crate::toolsets::{Context, Handler, PlanId};
use crate::workspace::{self, Answer, Call, CallId, Loaded, Stop, ToolError, Write};

use crate::convert::export::{self, export};
use crate::convert::import::{self, Request, Source, Warning, import};
use crate::convert::object::object;

/// What the path of a file to import starts with, when a host puts it before the call. Any other path is one in the plans
/// directory.
pub const SOURCE: &str = "source:";

/// The files to import, and the core's own workspace, which runs the calls.
#[derive(Debug)]
pub struct Workspace {
    sources: Vec<Source>,
    /// Where calls go on, once they are begun.
    pub calls: workspace::Workspace,
}

impl Workspace {
    /// A workspace with the core's settings, as JSON.
    pub fn from_json(settings: &str) -> Self {
        Self { sources: Vec::new(), calls: workspace::Workspace::from_json(settings) }
    }

    /// Takes a file to import, or what was found at a path of the plans directory.
    pub fn put(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        match (path.strip_prefix(SOURCE), loaded) {
            (Some(path), Loaded::Bytes { bytes, .. }) => self.sources.push(Source { path: path.to_owned(), bytes }),
            (_, loaded) => self.calls.put(path, stamp, loaded),
        }
    }

    /// Begins a call given as JSON: `import { name, from?, planId?, dryRun? }` or `export { planId, to }`.
    pub fn begin(&mut self, call: &str) -> CallId {
        let understood = Call::from_json(call).and_then(|call| match call.name.as_str() {
            "import" => self.understood_import(call),
            "export" => Ok((Handler::new(false, run_export), call)),
            other => Err(ToolError::invalid(format!("There is no call {other:?}; there are import and export"))),
        });
        self.calls.begin_with(understood)
    }

    /// The plan is made at once, since it takes nothing but the files. What is left is to write it.
    fn understood_import(&self, call: Call) -> Result<(Handler, Call), ToolError> {
        let text = |name: &str| call.arguments.get(name).as_str();
        let wanted = text("planId").map(|_| PlanId::read_field(&call.arguments, "planId")).transpose()?;
        let imported = import(&Request {
            sources: &self.sources,
            format: text("from").map(import::Format::named).transpose()?,
            name: text("name").unwrap_or_default(),
            now_ms: call.now_ms,
            entropy: call.entropy,
        })?;
        let dry_run = call.arguments.get("dryRun").as_bool() == Some(true);
        let arguments = object([
            ("planId", wanted.map_or(imported.plan_id, |id| id.0).into()),
            ("text", imported.text.into()),
            ("format", imported.format.as_str().into()),
            ("title", imported.title.into()),
            ("tasks", imported.tasks.into()),
            ("warnings", Json::List(imported.warnings.iter().map(Warning::to_json).collect())),
        ]);
        let handler = Handler::new(!dry_run, if dry_run { show_plan } else { write_plan });
        Ok((handler, Call { arguments, ..call }))
    }
}

/// The name of a plan that is not there yet.
fn new_plan_id(context: &Context<'_>, arguments: &Json) -> Result<PlanId, Stop> {
    let plan_id = PlanId::read_field(arguments, "planId")?;
    context.check_new(&plan_id)?;
    Ok(plan_id)
}

fn write_plan(context: &Context<'_>, arguments: &Json) -> Result<Answer, Stop> {
    let plan_id = new_plan_id(context, arguments)?;
    let text = arguments.get("text").as_str().unwrap_or_default().to_owned();
    let path = context.shown_path(&plan_id);
    let arguments = arguments.clone();
    let reply = move |etags: &[String]| {
        let etag = etags.first().map(String::as_str);
        answer(&arguments, &path, ("etag", etag.into())).to_string()
    };
    Ok(Answer::AfterWrites(vec![Write::new_plan(plan_id.path(), text)], Box::new(reply)))
}

fn show_plan(context: &Context<'_>, arguments: &Json) -> Result<Answer, Stop> {
    let path = context.shown_path(&new_plan_id(context, arguments)?);
    Ok(Answer::Ready(answer(arguments, &path, ("text", arguments.get("text").clone())).to_string()))
}

/// `{ planId, path, format, title, tasks, warnings }` and what is known besides.
fn answer(arguments: &Json, path: &str, besides: (&str, Json)) -> Json {
    let same = |name: &str| arguments.get(name).clone();
    object([
        ("planId", same("planId")),
        ("path", path.into()),
        besides,
        ("format", same("format")),
        ("title", same("title")),
        ("tasks", same("tasks")),
        ("warnings", same("warnings")),
    ])
}

/// `{ planId, format, text, warnings }`
fn run_export(context: &Context<'_>, arguments: &Json) -> Result<Answer, Stop> {
    let plan_id = PlanId::read_field(arguments, "planId")?;
    let format = export::Format::named(arguments.get("to").as_str().unwrap_or_default())?;
    let found = context.plan(&plan_id)?;
    let exported = export(found.document, &plan_id.0, format);
    let answer = object([
        ("planId", plan_id.0.into()),
        ("format", format.as_str().into()),
        ("text", exported.text.into()),
        ("warnings", exported.findings.iter().map(Diagnostic::to_line).collect::<Vec<_>>().into()),
    ]);
    Ok(Answer::Ready(answer.to_string()))
}
