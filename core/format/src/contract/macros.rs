//! The declarations that contracts are made of.

/// Declares a closed set of words: the enum, its words, and how they are read and written.
#[macro_export]
macro_rules! choices {
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derive:ident),*)])?
        $visibility:vis enum $name:ident { $( $(#[doc = $variant_doc:literal])* $variant:ident = $word:literal, )* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, $($($derive),*)?)]
        $visibility enum $name { $( $(#[doc = $variant_doc])* $variant, )* }

        #[allow(dead_code, reason = "not every set of words is used in every way")]
        impl $name {
            /// All of them, in order.
            $visibility const ALL: [Self; [$($word),*].len()] = [$(Self::$variant),*];
            /// Their words, in the same order.
            $visibility const NAMES: &'static [&'static str] = &[$($word),*];

            /// The word that stands for it.
            $visibility const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

            /// The one that `word` stands for.
            $visibility fn named(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }

        impl $crate::contract::Contract for $name {
            const SCHEMA: $crate::contract::Schema = $crate::contract::Schema::Choice(Self::NAMES);
        }

        impl $crate::contract::Word for $name {
            const NAMES_OR_EMPTY: &'static [&'static str] = &[$($word,)* ""];

            fn as_str(self) -> &'static str {
                Self::as_str(self)
            }

            fn named(word: &str) -> Option<Self> {
                Self::named(word)
            }
        }

        impl $crate::contract::Read for $name {
            fn read(value: &$crate::contract::Json) -> Result<Self, $crate::contract::Mismatch> {
                value.as_str().and_then(Self::named).ok_or_else(|| $crate::contract::Mismatch::of(<Self as $crate::contract::Contract>::SCHEMA, value))
            }
        }

        impl $crate::contract::ToJson for $name {
            fn write(&self, json: &mut String) {
                $crate::contract::write_text(json, self.as_str());
            }
        }
    };
}

/// Declares the arguments of something: the struct, the table of its fields, and how it is read. Each field gives its JSON
/// name, its Rust name and its type; an `Option` is a field that may be left out. After `..` stands another contract whose
/// fields are taken in.
#[macro_export]
macro_rules! input {
    (
        $(#[doc = $doc:literal])*
        $visibility:vis struct $name:ident {
            $( $(#[doc = $field_doc:literal])* $key:literal $field:ident: $type:ty, )*
            $( .. $(#[doc = $group_doc:literal])* $group:ident: $group_type:ty, )?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $name {
            $( $(#[doc = $field_doc])* $visibility $field: $type, )*
            $( $(#[doc = $group_doc])* $visibility $group: $group_type, )?
        }

        $crate::contract::object_contract! {
            $name { $( $key $type [$($field_doc)*], )* $( .. $group_type )? }
        }

        impl $crate::contract::Read for $name {
            fn read(value: &$crate::contract::Json) -> Result<Self, $crate::contract::Mismatch> {
                let fields = $crate::contract::Mismatch::object(<Self as $crate::contract::Contract>::SCHEMA, value)?;
                $crate::contract::ReadObject::read_fields(fields)
            }
        }

        impl $crate::contract::ReadObject for $name {
            #[allow(unused_variables, reason = "something may have no arguments")]
            fn read_fields(
                fields: &$crate::contract::Json,
            ) -> Result<Self, $crate::contract::Mismatch> {
                Ok(Self {
                    $($field: $crate::contract::Read::read_field(fields, $key)?,)*
                    $($group: <$group_type as $crate::contract::ReadObject>::read_fields(fields)?,)?
                })
            }
        }
    };
}

/// Declares an answer, or a part of one, in the same form: the struct, the table of its fields, and how it is written.
#[macro_export]
macro_rules! output {
    (
        $(#[doc = $doc:literal])*
        $visibility:vis struct $name:ident {
            $( $(#[doc = $field_doc:literal])* $key:literal $field:ident: $type:ty, )*
            $( .. $(#[doc = $group_doc:literal])* $group:ident: $group_type:ty, )?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $name {
            $(
                $(#[doc = $field_doc])*
                $visibility $field: $type,
            )*
            $(
                $(#[doc = $group_doc])*
                $visibility $group: $group_type,
            )?
        }

        $crate::contract::object_contract! {
            $name { $( $key $type [$($field_doc)*], )* $( .. $group_type )? }
        }

        impl $crate::contract::ToJson for $name {
            fn write(&self, json: &mut String) {
                $crate::contract::write_object(json, self);
            }
        }

        impl $crate::contract::FieldsToJson for $name {
            fn write_fields(&self, json: &mut String) {
                $($crate::contract::write_field(json, $key, &self.$field);)*
                $($crate::contract::FieldsToJson::write_fields(&self.$group, json);)?
            }
        }
    };
}

/// The table of an object's fields.
#[macro_export]
macro_rules! object_contract {
    ($name:ident { $( $key:literal $type:ty [$($doc:literal)*], )* $( .. $group_type:ty )? }) => {
        impl $crate::contract::Contract for $name {
            const SCHEMA: $crate::contract::Schema = $crate::contract::Schema::Object(&[
                $($crate::contract::Field {
                    name: $key,
                    description: if cfg!(target_arch = "wasm32") { "" } else { concat!($($doc),*) },
                    may_be_absent: <$type as $crate::contract::Contract>::MAY_BE_ABSENT,
                    schema: <$type as $crate::contract::Contract>::SCHEMA,
                },)*
                $($crate::contract::Field::group::<$group_type>(),)?
            ]);
        }
    };
}

pub use {choices, input, object_contract, output};
