run! {
    a_change_is_written_and_answered_with_the_new_etag,
    a_plan_is_listed_with_its_progress,
    a_tool_answers_to_its_dotted_name,
    an_unknown_argument_is_refused_with_the_valid_ones,
    an_unknown_tool_is_refused_with_the_available_ones,
    every_fixture_comes_out_as_written,
}
