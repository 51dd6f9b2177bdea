//! Who holds what, as a function of the plan, the lease files and the time; and what a change of the plan means for leases.
//!
//! A task is written `[*] 1 ana`: its box, its id and its assignee, indented under its parent. A lease is written
//! `1 ana 10 lasting dead`: task, holder (`-`: someone), minutes since it was last seen, and what else there is to say.

use long_term_plan_core::claims::{ClaimFiles, Claims, Here, Lease, LeaseFile, PlanChange};
use long_term_plan_core::plan::Document;

const NOW: u64 = 1_700_000_000_000;
const MINUTE: u64 = 60_000;
const LEASE_MINUTES: u32 = 30;

fn plan(tasks: &str) -> Document {
    let lines = tasks.lines().map(|line| {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        let (checkbox, rest) = rest.split_once("] ").unwrap();
        let mut words = rest.split_whitespace();
        let id = words.next().unwrap();
        let assignee = words.next().map(|name| format!(" assignee={name}")).unwrap_or_default();
        format!("{indent}- {checkbox}] T{id} <!-- long-term-plan:id=t_{id}{assignee} -->\n")
    });
    let document = Document::new(format!("<!-- long-term-plan:format=v1 -->\n# P\n\n{}", lines.collect::<String>()));
    assert_eq!(document.plan().errors().count(), 0, "{}", document.text());
    document
}

fn here() -> Here {
    Here { process: Some("own".into()), checkout: Some("main".into()), ..Here::default() }
}

fn lease_file(line: &str) -> LeaseFile {
    let mut words = line.split_whitespace();
    let [task, holder, age] = [(); 3].map(|()| words.next().unwrap());
    let marks: Vec<_> = words.collect();
    let has = |mark: &str| marks.contains(&mark);
    let last_seen = NOW - age.parse::<u64>().unwrap() * MINUTE;
    let lease = Lease {
        plan: "p".into(),
        task: format!("t_{task}"),
        holder: Some(holder.to_owned()).filter(|holder| holder != "-"),
        branch: None,
        worktree: None,
        checkout: Some(if has("elsewhere") { "other" } else { "main" }.into()),
        since_ms: last_seen,
        minutes: if has("short") { 5 } else { LEASE_MINUTES },
        is_person: has("person"),
        is_lasting: has("lasting"),
        is_finished: has("finished"),
        process: Some("server".into()),
        dead: None,
        note: None,
        nonce: None,
    };
    LeaseFile {
        task: lease.task.clone(),
        text: lease.to_text(),
        last_seen,
        is_dead: has("dead"),
        is_remote: has("remote"),
    }
}

fn claim_files(leases: &str) -> ClaimFiles {
    ClaimFiles { here: here(), leases: leases.lines().map(lease_file).collect(), remote: None }
}

fn claims(document: &Document, found: &ClaimFiles, now: u64) -> Claims {
    Claims::of(document, found, now, LEASE_MINUTES, "own")
}

/// `held` names the holder of every task in order, `.` for none.
#[track_caller]
fn check(tasks: &str, leases: &str, held: &str) {
    let document = plan(tasks);
    let claims = claims(&document, &claim_files(leases), NOW);
    let holders = claims.holders(&document);
    let holder = |task| holders.holder(task).map_or(".", |holding| holding.by.as_str());
    let found: Vec<_> = (0..document.plan().tasks.len()).map(holder).collect();
    assert_eq!(found.join(" "), held, "{tasks}\n{leases}");
}

#[test]
fn a_live_lease_holds_its_task_and_the_subtasks() {
    check("[*] 1 ana\n  [ ] 2\n    [ ] 3\n[ ] 4", "1 ana 0", "ana ana ana .");
    // The claim on a subtask counts more than that on its parent, and does not cover the parent.
    check("[*] 1 ana\n  [*] 2 bob\n    [ ] 3\n  [ ] 4", "1 ana 0\n2 bob 0", "ana bob bob ana");
    check("[ ] 1\n  [*] 2 bob", "2 bob 0", ". bob");
    // The holder may differ from the assignee: only the box was changed.
    check("[*] 1 ana", "1 bob 0", "bob");
}

#[test]
fn a_lease_expires_unless_a_person_made_it() {
    check("[*] 1 ana", "1 ana 29", "ana");
    check("[*] 1 ana\n  [ ] 2", "1 ana 30", ". .");
    check("[*] 1 ana", "1 ana 6 short", ".");
    check("[*] 1 ana", "1 ana 9000 person", "ana");
    // Below an expired claim the one above still counts.
    check("[*] 1 ana\n  [*] 2 bob", "1 ana 0\n2 bob 40", "ana ana");
}

#[test]
fn a_task_in_progress_without_a_lease_is_held_by_its_assignee_or_by_someone() {
    check("[*] 1 ana\n[*] 2\n[ ] 3 bob\n[√] 4 ana", "", "ana someone . .");
    // A lease that cannot be read is no lease.
    let document = plan("[*] 1 ana");
    let broken = LeaseFile { task: "t_1".into(), text: "{".into(), ..LeaseFile::default() };
    let found = ClaimFiles { leases: vec![broken], ..claim_files("") };
    let by = claims(&document, &found, NOW).claim_on(0).and_then(|claim| claim.by.clone());
    assert_eq!(by.as_deref(), Some("ana"));
}

#[test]
fn the_claims_of_a_dead_process_are_free_at_once_or_after_two_minutes() {
    check("[*] 1 a-x2y3z", "1 a-x2y3z 0 dead", ".");
    check("[*] 1 ana", "1 ana 20 lasting dead", "ana");
    check("[*] 1 ana", "1 ana 20 person dead", "ana");
    let document = plan("[*] 1 ana");
    let found = claim_files("1 ana 20 lasting dead");
    // The first writer stores when it saw that.
    let [change] = &claims(&document, &found, NOW).upkeep(&document, "p")[..] else { panic!("one change") };
    let noted = LeaseFile { text: change.lease.as_ref().unwrap().to_text(), last_seen: NOW, ..found.leases[0].clone() };
    let found = ClaimFiles { leases: vec![noted], ..found };
    let claim = |now| claims(&document, &found, now).claim_on(0).unwrap().clone();
    assert!(!claim(NOW + 2 * MINUTE - 1).is_expired && claim(NOW + 2 * MINUTE).is_expired);
    assert_eq!(claim(NOW).last_seen_ms, NOW - 20 * MINUTE);
    assert!(claims(&document, &found, NOW).upkeep(&document, "p").is_empty());
}

#[test]
fn another_worktree_holds_tasks_that_are_open_here() {
    check("[ ] 1\n[ ] 2\n[ ] 3", "1 ana 0 elsewhere\n2 bob 0 remote\n3 eve 40 elsewhere", "ana bob .");
    // Here the same would mean that the task was given back in an editor.
    check("[ ] 1\n  [ ] 2", "1 ana 0", ". .");
    check("[√] 1", "1 ana 0 elsewhere", ".");
    // Of two claims on a task a live one counts.
    check("[*] 1 ana", "1 ana 40\n1 bob 0 remote", "bob");
    check("[*] 1 ana", "1 ana 0\n1 bob 40 remote", "ana");
}

/// `expected` are the changed leases: `+1 ana` for one that is written, `-1` for one that ends.
#[track_caller]
fn check_change(before: &str, leases: &str, after: &str, expected: &str) {
    let (before, after) = (plan(before), plan(after));
    let claims = claims(&before, &claim_files(leases), NOW);
    let change = PlanChange { plan_id: "p", before: &before, after: &after, claims: &claims, caller: "me", nonce: "n" };
    let mut found: Vec<_> = change
        .lease_changes()
        .iter()
        .map(|change| match &change.lease {
            Some(lease) if lease.is_finished => format!("√{}", &change.task_id[2..]),
            Some(lease) => format!("+{} {}", &change.task_id[2..], lease.holder.as_deref().unwrap_or("-")),
            None => format!("-{}", &change.task_id[2..]),
        })
        .collect();
    found.sort();
    assert_eq!(found.join(", "), expected);
}

#[test]
fn doing_gives_a_lease_and_any_other_status_ends_it() {
    check_change("[ ] 1", "", "[*] 1", "+1 me");
    check_change("[ ] 1 ana", "", "[*] 1 ana", "+1 me");
    check_change("[ ] 1 me/ui", "", "[*] 1 me/ui", "+1 me/ui");
    check_change("[ ] 1", "", "[*] 1 me/ui", "+1 me/ui");
    check_change("[*] 1 me", "1 me 0", "[√] 1 me", "√1");
    check_change("[*] 1 ana", "1 ana 0", "[ ] 1", "-1");
    check_change("[*] 1 ana\n[ ] 2", "1 ana 0", "[ ] 2", "-1");
    check_change("[ ] 1", "1 ana 0 elsewhere", "[√] 1", "√1");
    check_change("[ ] 1\n[ ] 2", "1 ana 0 elsewhere", "[ ] 1\n[√] 2", "");
    check_change("[*] 1 me", "1 me 0", "[*] 1 bob", "+1 bob");
}

#[test]
fn what_is_finished_in_another_worktree_is_left_alone_until_it_is_merged() {
    check("[ ] 1\n  [ ] 2", "1 ana 2000 elsewhere finished", "ana ana");
    check("[ ] 1", "1 ana 20000 elsewhere finished", ".");
    check("[√] 1\n[*] 2 bob", "1 ana 0 elsewhere finished\n2 ana 0 elsewhere finished", ". bob");
    // Where it was finished, it was opened again in an editor.
    check("[ ] 1", "1 ana 0 finished", ".");
    check_change("[ ] 1\n[ ] 2", "1 ana 0 finished", "[ ] 1\n[√] 2", "-1");
    check_change("[√] 1\n[ ] 2", "1 ana 0 finished", "[√] 1\n[√] 2", "");
}

#[test]
fn a_write_stores_since_when_a_task_has_had_no_lease_and_drops_what_has_no_effect() {
    check_change("[*] 1 ana\n[*] 2\n[ ] 3", "", "[*] 1 ana\n[*] 2\n[√] 3", "+1 ana, +2 -");
    check_change("[*] 1 ana", "", "[√] 1 ana", "");
    check_change("[ ] 1\n[ ] 2", "1 ana 0\n9 bob 0\n2 eve 40 elsewhere", "[ ] 1\n[√] 2", "-1, -9, √2");
    // A subtask that is covered needs no other lease.
    check_change("[*] 1 ana\n  [*] 2\n[ ] 3", "1 ana 0", "[*] 1 ana\n  [*] 2\n[√] 3", "");
}

#[test]
fn a_lease_of_another_name_has_no_process() {
    let document = plan("[ ] 1");
    let claims = claims(&document, &claim_files(""), NOW);
    let lease = |holder| claims.new_lease("p", "t_1", holder, "me", "n");
    assert_eq!(lease("me/ui").process.as_deref(), Some("own"));
    assert_eq!(lease("bob").process, None);
    assert!(lease("bob").is_lasting && !lease("me").is_lasting);
}
