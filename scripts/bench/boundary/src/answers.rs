//! A page of tasks, a whole outline, and a short answer, made once and handed over again and again.

use wasm_bindgen::prelude::wasm_bindgen;

/// An object that can be handed over in the way that was chosen.
macro_rules! answer {
    ($name:ident { $($key:literal $field:ident: $type:ty,)* }) => {
        #[derive(Clone)]
        #[cfg_attr(any(feature = "json", feature = "objects"), derive(serde::Serialize))]
        struct $name {
            $(
                #[cfg_attr(any(feature = "json", feature = "objects"), serde(rename = $key))]
                $field: $type,
            )*
        }

        #[cfg(feature = "contract")]
        impl long_term_plan_format::contract::ToJson for $name {
            fn write(&self, json: &mut String) {
                json.push('{');
                $(long_term_plan_format::contract::write_field(json, $key, &self.$field);)*
                json.push('}');
            }
        }
    };
}

answer!(Task {
    "id" id: String,
    "title" title: String,
    "status" status: String,
    "depth" depth: u32,
    "section" section: String,
    "tags" tags: Vec<String>,
    "isBlocked" is_blocked: bool,
});

answer!(Listed { "title" title: String, "etag" etag: String, "tasks" tasks: Vec<Task>, });

answer!(Changed { "taskId" task_id: String, "status" status: String, "etag" etag: String, });

#[cfg(feature = "objects")]
type Handed = wasm_bindgen::JsValue;
#[cfg(not(feature = "objects"))]
type Handed = String;

#[cfg(feature = "contract")]
fn handed(answer: &dyn long_term_plan_format::contract::ToJson) -> Handed {
    long_term_plan_format::contract::to_json(answer)
}

#[cfg(feature = "json")]
fn handed(answer: &impl serde::Serialize) -> Handed {
    serde_json::to_string(answer).unwrap_or_default()
}

#[cfg(feature = "objects")]
fn handed(answer: &impl serde::Serialize) -> Handed {
    serde_wasm_bindgen::to_value(answer).unwrap_or_default()
}

/// Answers that are ready.
#[wasm_bindgen]
pub struct Answers {
    outline: Listed,
    page: Listed,
    changed: Changed,
}

#[wasm_bindgen]
impl Answers {
    /// About a plan with that many tasks, of which a page has 20.
    #[wasm_bindgen(constructor)]
    pub fn new(tasks: u32) -> Self {
        let task = |number: u32| Task {
            id: format!("t_01HT{number:022}"),
            title: format!("Check the café page and move old links, part {number}"),
            status: ["todo", "doing", "done"][(number % 3) as usize].into(),
            depth: number % 4,
            section: format!("Milestone {}", number / 25),
            tags: if number.is_multiple_of(8) { vec!["api".into(), "auth".into()] } else { Vec::new() },
            is_blocked: number.is_multiple_of(5),
        };
        let listed = |tasks| Listed { title: "Measured".into(), etag: "0123456789abcdef".repeat(4), tasks };
        let all: Vec<_> = (0..tasks).map(task).collect();
        Self {
            page: listed(all.iter().take(20).cloned().collect()),
            outline: listed(all),
            changed: Changed {
                task_id: format!("t_01HT{:022}", 7),
                status: "done".into(),
                etag: "0123456789abcdef".repeat(4),
            },
        }
    }

    /// All tasks.
    pub fn outline(&self) -> Handed {
        handed(&self.outline)
    }

    /// A page of tasks.
    pub fn page(&self) -> Handed {
        handed(&self.page)
    }

    /// What a change came to.
    pub fn changed(&self) -> Handed {
        handed(&self.changed)
    }
}
