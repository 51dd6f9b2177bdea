//! What a call's writes mean for the claims on plans. Tools know nothing of it, except those that claim.

use crate::claims::{Claims, LeaseChange, PlanChange, claims_path};
use crate::files::{Content, Expected, Files, Interrupt, Need, NeedKind, ToolResult, Write, is_plan_file};
use crate::plan::Document;
use crate::toolkit::{CallInfo, Settings, claim_files, plan_id_of};

/// The claims on the only plan that a call needs which may write. It will most likely write that plan, and then decides only once.
pub(super) fn likely_claims(needs: &[Need]) -> Option<Need> {
    let [Need { path, kind: NeedKind::File, .. }, ..] = needs else { return None };
    Some(Need::file(claims_path(plan_id_of(path)?)))
}

/// The leases that the writes change. A lease that the tool itself writes stays.
pub(super) fn lease_writes(
    files: &Files<'_>,
    settings: &Settings,
    call: &CallInfo,
    writes: &[Write],
) -> ToolResult<Vec<Write>> {
    let mut missing = Vec::new();
    let mut leases = Vec::new();
    for write in writes.iter().filter(|write| is_plan_file(&write.path) && !write.is_follow_up) {
        let Some(plan_id) = plan_id_of(&write.path) else { continue };
        match changes(files, settings, call, write, plan_id) {
            Ok(changes) => leases.extend(changes.into_iter().map(|change| change.to_write(plan_id))),
            Err(Interrupt::Need(needs)) => missing.extend(needs),
            Err(other) => return Err(other),
        }
    }
    if !missing.is_empty() {
        return Err(Interrupt::Need(missing));
    }
    let is_given = |lease: &Write| writes.iter().any(|write| write.path == lease.path);
    leases.retain(|lease| !is_given(lease));
    Ok(leases)
}

fn changes(
    files: &Files<'_>,
    settings: &Settings,
    call: &CallInfo,
    write: &Write,
    plan_id: &str,
) -> ToolResult<Vec<LeaseChange>> {
    let none = Document::new(String::new());
    let found = match write.expect {
        Expected::Absent => None,
        Expected::Anything | Expected::Etag(_) => files.document(&write.path)?.ok(),
    };
    let before = found.map_or(&none, |found| found.document);
    let after = match &write.content {
        Content::Plan(document, _) => document,
        Content::Nothing => &none,
        Content::Text(_) | Content::Appended(_) => return Ok(Vec::new()),
    };
    let claims = claims_on(files, settings, call, plan_id, before)?;
    let change = PlanChange { plan_id, before, after, claims: &claims, caller: &call.actor, nonce: &call.nonce() };
    Ok(change.lease_changes())
}

fn claims_on(
    files: &Files<'_>,
    settings: &Settings,
    call: &CallInfo,
    plan_id: &str,
    document: &Document,
) -> ToolResult<Claims> {
    Ok(call.claims(document, &claim_files(files, plan_id)?, settings))
}

/// What is stored about the claims that a failing call met.
pub(super) fn upkeep_writes(
    files: &Files<'_>,
    settings: &Settings,
    call: &CallInfo,
    plan_ids: &[String],
) -> Vec<Write> {
    let mut writes = Vec::new();
    for plan_id in plan_ids {
        // What was not loaded was not met.
        let Ok(Ok(found)) = files.document(&format!("{plan_id}.md")) else { continue };
        let Ok(claims) = claims_on(files, settings, call, plan_id, found.document) else { continue };
        writes.extend(claims.upkeep(found.document, plan_id).into_iter().map(|change| change.to_write(plan_id)));
    }
    writes
}
