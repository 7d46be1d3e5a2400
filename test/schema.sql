api_keys.key_id integer not null -- Number of the key, used in logs
api_keys.name text not null -- Whose key it is, in words
api_keys.prefix text not null -- First characters of the secret, to recognise it by
api_keys.hash bytea not null -- SHA-256 of the secret (160 random bits, so no slow hash is needed)
api_keys.scopes text[] not null default '{concepts,contexts}'::text[] -- What it may call: concepts, contexts, review
api_keys.requests_per_minute integer -- Limit of this key; null for the default of the service
api_keys.created_at timestamp with time zone not null default now() -- When it was made
api_keys.expires_at timestamp with time zone -- When it ends; null for never
api_keys.revoked_at timestamp with time zone -- When it was revoked; null while it holds
api_keys.last_used_at timestamp with time zone -- When it was last used, to the minute
builtin_files.name text not null -- lexicons
builtin_files.checksum text not null -- SHA-256 over the files as last loaded
builtin_files.loaded_at timestamp with time zone not null default now() -- When
bulk_notes.run_id integer not null -- The run
bulk_notes.note_id bigint not null -- Number of the note in the site's table
bulk_notes.waits boolean not null default true -- Whether the note is in a batch that is still to be done
bulk_notes.version_id integer -- What its results were made with; null before, and where it is set apart
bulk_notes.spans integer -- Spans that were found
bulk_notes.reason text -- Why it is set apart, a code of docs/bulk.md; null where it is not
bulk_notes.done_at timestamp with time zone -- When
bulk_progress.run_id integer not null -- The run
bulk_progress.worker text not null -- Name of the machine and number of the process
bulk_progress.minute timestamp with time zone not null -- The minute, of the database's clock
bulk_progress.notes integer not null -- Notes done, those set apart too
bulk_progress.set_apart integer not null -- Notes set apart
bulk_progress.rows integer not null -- Rows written
bulk_progress.reading_ms integer not null -- Milliseconds in which batches were read from the source
bulk_progress.extracting_ms integer not null -- Milliseconds in which they were read for concepts
bulk_progress.writing_ms integer not null -- Milliseconds in which results were written, before the commit
bulk_runs.run_id integer not null -- Number of the run
bulk_runs.target text not null -- Schema and name of the table of results, quoted as SQL needs it
bulk_runs.source text not null -- The operator's query of two columns, the number and the text of a note; which database it is asked of is not stored
bulk_runs.paused boolean not null default false -- Whether workers take no batch
bulk_runs.created_at timestamp with time zone not null default now() -- When it was started first
bulk_versions.version_id integer not null -- Number of the combination
bulk_versions.program text not null -- Version of the program
bulk_versions.model text not null -- Version of the embedding model
bulk_versions.terminology text not null -- Release, and the version of the site's own terms
bulk_versions.lexicon text not null -- Version of the lexicon
concept_parents.release_id integer not null -- The release that the relationship belongs to
concept_parents.sctid bigint not null -- The narrower concept
concept_parents.parent_sctid bigint not null -- The broader concept
concepts.release_id integer not null -- The release that the concept belongs to
concepts.sctid bigint not null -- SNOMED CT identifier
concepts.fsn text not null -- Fully specified name, without its semantic tag
concepts.semantic_tag text not null -- Kind of the concept: disorder, finding, procedure ...
concepts.chronic boolean not null default false -- Chronic by nature: a history of it is chronic, not past
concepts.active boolean not null default true -- Inactive concepts are never candidates
concepts_r0.release_id integer not null -- The release that the concept belongs to
concepts_r0.sctid bigint not null -- SNOMED CT identifier
concepts_r0.fsn text not null -- Fully specified name, without its semantic tag
concepts_r0.semantic_tag text not null -- Kind of the concept: disorder, finding, procedure ...
concepts_r0.chronic boolean not null default false -- Chronic by nature: a history of it is chronic, not past
concepts_r0.active boolean not null default true -- Inactive concepts are never candidates
confidence_points.id integer not null -- Number of the row
confidence_points.language text not null -- Language of the sentence, en or fr
confidence_points.axis text not null -- assertion, subject, temporality, certainty, role
confidence_points.value text not null default '*'::text -- Value of the axis; * for the values that have no points of their own
confidence_points.source text not null -- What decided: cue, section, derived, default
confidence_points.score real not null -- Score of the decision, 0 to 1, as explain shows it
confidence_points.confidence real not null -- How often decisions of this score are right, 0.05 to 0.99
confidence_points.enabled boolean not null default true -- Switched off rows stay but do nothing
confidence_points.notes text -- What the point was fitted on
confidence_points.origin text not null default 'local'::text -- builtin while as shipped, local once this site added or changed it
confidence_points.shipped jsonb -- The row as last shipped with the service; null for rows of this site
confidence_points.version integer not null default 0 -- The lexicon version since which the row reads so
confidence_points.updated_by text not null default ''::text -- Who changed it last
confidence_points.updated_at timestamp with time zone not null default now() -- When
decision_weights.model_id integer not null -- The model whose cosines are judged
decision_weights.feature text not null -- The evidence: bias, distance, margin, tier:*, tag:*, section:*, rule:* and others (docs/pipeline.md)
decision_weights.weight real not null -- Log odds for one unit of the evidence; what speaks against a candidate is never above 0
decision_weights.fitted_on text not null -- What the weights were fitted on
decision_weights.fitted_at timestamp with time zone not null default now() -- When
descriptions.release_id integer not null default 0 -- The release that the term belongs to; 0 for terms of this site
descriptions.description_id bigint not null default nextval('description_ids'::regclass) -- Our own number of the term
descriptions.sctid bigint not null -- The concept that the term names
descriptions.language text not null -- en or fr
descriptions.kind text not null default 'local'::text -- fsn, preferred (one a language), synonym, abbreviation, local (added by this site)
descriptions.term text not null -- The words, as shown
descriptions.term_norm text not null default fold(term) -- fold(term): what an exact hit compares
descriptions.term_key text not null default term_key(fold(term)) -- term_key(term_norm): what an inflected hit compares
descriptions.active boolean not null default true -- Inactive terms are never matched
descriptions.case_significance text not null default 'insensitive'::text -- insensitive, initial (all but the first letter counts), sensitive: of SNOMED CT
descriptions_r0.release_id integer not null default 0 -- The release that the term belongs to; 0 for terms of this site
descriptions_r0.description_id bigint not null default nextval('description_ids'::regclass) -- Our own number of the term
descriptions_r0.sctid bigint not null -- The concept that the term names
descriptions_r0.language text not null -- en or fr
descriptions_r0.kind text not null default 'local'::text -- fsn, preferred (one a language), synonym, abbreviation, local (added by this site)
descriptions_r0.term text not null -- The words, as shown
descriptions_r0.term_norm text not null default fold(term) -- fold(term): what an exact hit compares
descriptions_r0.term_key text not null default term_key(fold(term)) -- term_key(term_norm): what an inflected hit compares
descriptions_r0.active boolean not null default true -- Inactive terms are never matched
descriptions_r0.case_significance text not null default 'insensitive'::text -- insensitive, initial (all but the first letter counts), sensitive: of SNOMED CT
draft_confidence_points.id integer -- Number of the row
draft_confidence_points.language text -- Language of the sentence, en or fr
draft_confidence_points.axis text -- assertion, subject, temporality, certainty, role
draft_confidence_points.value text default '*'::text -- Value of the axis; * for the values that have no points of their own
draft_confidence_points.source text -- What decided: cue, section, derived, default
draft_confidence_points.score real -- Score of the decision, 0 to 1, as explain shows it
draft_confidence_points.confidence real -- How often decisions of this score are right, 0.05 to 0.99
draft_confidence_points.enabled boolean default true -- Switched off rows stay but do nothing
draft_confidence_points.notes text -- What the point was fitted on
draft_confidence_points.origin text default 'local'::text -- builtin while as shipped, local once this site added or changed it
draft_confidence_points.version integer default 0 -- The lexicon version since which the row reads so
draft_confidence_points.updated_by text default ''::text -- Who changed it last
draft_confidence_points.updated_at timestamp with time zone default now() -- When
draft_confidence_points.draft_change text -- added or changed by the draft; null: as it is live
draft_confidence_points.draft text default lexicon_draft() -- The draft: name it in each INSERT, and in the condition of each UPDATE and DELETE
draft_section_rules.id integer -- Number of the row, shown in explain
draft_section_rules.language text -- en or fr
draft_section_rules.heading text -- The heading without its colon
draft_section_rules.heading_norm text default ''::text -- fold(heading), set by the database
draft_section_rules.section text -- Canonical name of the section
draft_section_rules.needs_colon boolean default false -- A heading only when a colon follows
draft_section_rules.assertion text -- Default of the axis here; null for none
draft_section_rules.subject text -- Default of the axis here; null for none
draft_section_rules.temporality text -- Default of the axis here; null for none
draft_section_rules.certainty text -- Default of the axis here, or none (not graded); null for none of these
draft_section_rules.role text -- Default of the axis here; null for none
draft_section_rules.strength real default 0.85 -- How often that default is right, 0.5 to 0.99
draft_section_rules.enabled boolean default true -- Switched off rows stay but do nothing
draft_section_rules.example_ok text -- Lines joined by " ¶ " with one [span] in the section
draft_section_rules.notes text -- Why the row is as it is
draft_section_rules.origin text default 'local'::text -- builtin while as shipped, local once this site added or changed it
draft_section_rules.version integer default 0 -- The lexicon version since which the row reads so
draft_section_rules.updated_by text default ''::text -- Who changed it last
draft_section_rules.updated_at timestamp with time zone default now() -- When
draft_section_rules.draft_change text -- added or changed by the draft; null: as it is live
draft_section_rules.draft text default lexicon_draft() -- The draft: name it in each INSERT, and in the condition of each UPDATE and DELETE
draft_token_classes.id integer -- Number of the row
draft_token_classes.language text -- en or fr
draft_token_classes.class text -- A class of word_classes
draft_token_classes.word text -- A word or phrase
draft_token_classes.word_norm text default ''::text -- fold(word), set by the database
draft_token_classes.value text -- A value that word_classes has for the class; what it means stands there
draft_token_classes.enabled boolean default true -- Switched off rows stay but do nothing
draft_token_classes.notes text -- Why the row is as it is
draft_token_classes.origin text default 'local'::text -- builtin while as shipped, local once this site added or changed it
draft_token_classes.version integer default 0 -- The lexicon version since which the row reads so
draft_token_classes.updated_by text default ''::text -- Who changed it last
draft_token_classes.updated_at timestamp with time zone default now() -- When
draft_token_classes.draft_change text -- added or changed by the draft; null: as it is live
draft_token_classes.draft text default lexicon_draft() -- The draft: name it in each INSERT, and in the condition of each UPDATE and DELETE
draft_triggers.id integer -- Number of the row, shown in explain
draft_triggers.language text -- en or fr
draft_triggers.kind text default 'trigger'::text -- trigger, pseudo, terminator, terminator_pseudo
draft_triggers.axis text -- assertion, subject, temporality, certainty, role; * for all (not for a trigger)
draft_triggers.value text -- Trigger: value of the axis (certainty also none). Terminator: its class. Else null
draft_triggers.phrase text -- The words, with <NUM>, <KIN>, <GAP:n> ... as lexicons/README.md says; no regular expression
draft_triggers.phrase_norm text default ''::text -- fold(phrase), set by the database: one row a phrase, axis and direction
draft_triggers.direction text default 'none'::text -- forward, backward, both, bracket, keyvalue; none for all but triggers
draft_triggers.max_tokens smallint -- How many word tokens the scope reaches; null for the whole sentence
draft_triggers.stop_at_comma boolean default false -- The scope ends at a comma
draft_triggers.clause_initial boolean default false -- Reaches forward only where it opens a clause
draft_triggers.stops text[] -- Terminator classes that end the scope; null for those of the axis
draft_triggers.ignores text[] default '{}'::text[] -- Terminator classes that the scope crosses
draft_triggers.in_span text default 'never'::text -- Whether it acts from inside the span: never, prefix, suffix, any
draft_triggers.may_cover_target boolean default false -- Pseudo that acts even where it covers the span
draft_triggers.priority smallint default 50 -- The higher wins; among equals the closest
draft_triggers.strength real default 0.95 -- How often the value is right when the row decides, 0.5 to 0.99
draft_triggers.reason text -- Kind of uncertainty: hedge, rule_out, differential, hypothetical, conditional, screening, prevention, risk, hearsay, date, duration
draft_triggers.case_sensitive boolean default false -- Upper and lower case count
draft_triggers.accent_sensitive boolean default false -- Accents count
draft_triggers.enabled boolean default true -- Switched off rows stay but do nothing
draft_triggers.example_ok text -- A sentence with one [span] in which the row does its work
draft_triggers.example_not text -- A sentence with one [span] in which it must not
draft_triggers.notes text -- Why the row is as it is
draft_triggers.origin text default 'local'::text -- builtin while as shipped, local once this site added or changed it
draft_triggers.version integer default 0 -- The lexicon version since which the row reads so
draft_triggers.updated_by text default ''::text -- Who changed it last
draft_triggers.updated_at timestamp with time zone default now() -- When
draft_triggers.draft_change text -- added or changed by the draft; null: as it is live
draft_triggers.draft text default lexicon_draft() -- The draft: name it in each INSERT, and in the condition of each UPDATE and DELETE
embedding_sets.model_id integer not null -- The model that made the vectors
embedding_sets.release_id integer not null -- The release whose descriptions are embedded
embedding_sets.table_name text not null -- The table: description_id, sctid, language, embedding
embedding_sets.state text not null default 'loading'::text -- loading until every description has its vector and the index is built
lexicon_broken_cases.draft text -- The draft
lexicon_broken_cases.what text -- The case by its number, or the row whose example it is
lexicon_broken_cases.sentence text -- The text
lexicon_broken_cases.span text -- The span that is judged
lexicon_broken_cases.axis text -- The axis
lexicon_broken_cases.expected text -- What is right
lexicon_broken_cases.before text -- What the active lexicon says; null where it has no such row
lexicon_broken_cases.after text -- What the draft says
lexicon_broken_cases.trigger text -- The trigger of that; null when none fired
lexicon_case_failures.version integer -- The version that was checked
lexicon_case_failures.what text -- The case by its number, or the row whose example it is
lexicon_case_failures.sentence text -- The text
lexicon_case_failures.span text -- The span that is judged
lexicon_case_failures.axis text -- The axis
lexicon_case_failures.expected text -- What is right
lexicon_case_failures.answered text -- What the lexicon says
lexicon_case_failures.trigger text -- The trigger of that; null when none fired
lexicon_cases.id integer not null -- Number of the case
lexicon_cases.language text not null -- en or fr
lexicon_cases.text text not null -- A sentence or a short note of your own; never a patient's
lexicon_cases.span text not null -- The words in the text that are judged, as they stand there
lexicon_cases.occurrence smallint not null default 1 -- Which of several same spans, from 1
lexicon_cases.note_date date -- Date of the note, as in a request
lexicon_cases.assertion text -- The value that is right; null: not judged
lexicon_cases.subject text -- The value that is right; null: not judged
lexicon_cases.temporality text -- The value that is right; null: not judged
lexicon_cases.certainty text -- The value that is right, none: the axis must not apply; null: not judged
lexicon_cases.role text -- The value that is right; null: not judged
lexicon_cases.author text not null default lexicon_editor() -- Who wrote it: lexicon.author if set, else the database role
lexicon_cases.notes text -- Why it matters
lexicon_cases.enabled boolean not null default true -- Switched off cases guard nothing
lexicon_cases.created_at timestamp with time zone not null default now() -- When
lexicon_cases.origin text not null default 'local'::text -- builtin while as shipped, local once this site added or changed it
lexicon_cases.shipped jsonb -- The case as last shipped with the service; null for cases of this site
lexicon_cases.changed_at timestamp with time zone not null default now() -- When it was last edited
lexicon_changes.version integer -- The version that the change is part of
lexicon_changes.created_at timestamp with time zone -- When
lexicon_changes.author text -- Who
lexicon_changes.reason text -- Why
lexicon_changes.table_name text -- The table of the row
lexicon_changes.row_id integer -- The id of the row there
lexicon_changes.action text -- added, changed or deleted
lexicon_changes.phrase text -- The phrase, heading or word of the row
lexicon_changes.old_row jsonb -- changed: the columns that differ, as they were; deleted: the row; added: empty
lexicon_changes.new_row jsonb -- changed: the columns that differ, as they are now; added: the row; deleted: null
lexicon_check_details.target text -- Empty for the active lexicon, else the draft
lexicon_check_details.version integer -- The newest version at the check
lexicon_check_details.change text -- broken by the draft, fixed by it, or failed with and without it
lexicon_check_details.what text -- The case by its number, or the row whose example it is
lexicon_check_details.sentence text -- The text
lexicon_check_details.span text -- The span that is judged
lexicon_check_details.axis text -- The axis
lexicon_check_details.expected text -- What is right
lexicon_check_details.before text -- What the active lexicon says; null where it has no such row
lexicon_check_details.before_trigger text -- Its trigger; null when none fired
lexicon_check_details.after text -- What the draft says; for the active lexicon what it says
lexicon_check_details.trigger text -- The trigger of that; null when none fired
lexicon_check_leases.target text not null -- As in lexicon_checks
lexicon_check_leases.held_until timestamp with time zone not null -- From then on the process counts as gone, and another one may run the check
lexicon_check_targets.target text -- Empty for the active lexicon, else the draft
lexicon_check_targets.version integer -- The newest version
lexicon_check_targets.draft_fingerprint text -- lexicon_draft_fingerprint(target)
lexicon_check_targets.cases_fingerprint text -- lexicon_cases_fingerprint()
lexicon_check_targets.checked boolean -- Whether lexicon_checks has a check of exactly this
lexicon_checks.target text not null -- Empty for the active lexicon, else the draft
lexicon_checks.version integer not null -- The newest version at the run
lexicon_checks.draft_fingerprint text not null -- lexicon_draft_fingerprint(draft) at the run
lexicon_checks.cases_fingerprint text not null -- lexicon_cases_fingerprint() at the run
lexicon_checks.passed integer not null -- How many are right
lexicon_checks.failed integer not null -- How many are wrong
lexicon_checks.broken integer not null -- How many are wrong that are right with the active lexicon, or are examples of rows that the draft adds or changes
lexicon_checks.details jsonb not null default '[]'::jsonb -- What was expected and what came, where it is wrong, or right at last: lexicon_check_details
lexicon_checks.checked_at timestamp with time zone not null default now() -- When
lexicon_checks.fixed integer not null default 0 -- How many are right that are wrong with the active lexicon
lexicon_draft_changes.draft text not null -- The draft
lexicon_draft_changes.table_name text not null -- The live table of the row
lexicon_draft_changes.row_id integer not null -- The id of the live row; negative for a new row
lexicon_draft_changes.row_data jsonb -- The whole row as it will be; null: it will be deleted
lexicon_draft_changes.row_key text -- What tells the row from others, as it will be
lexicon_draft_changes.base_key text -- What tells the live row from others; null for a new row
lexicon_draft_changes.base_version integer -- The version of the live row that was drafted from; null for a new row
lexicon_draft_changes.author text not null -- Who drafted it last
lexicon_draft_changes.changed_at timestamp with time zone not null default now() -- When
lexicon_draft_diff.draft text -- The draft
lexicon_draft_diff.table_name text -- The table of the row
lexicon_draft_diff.row_id integer -- The id of the row there; negative for a new row
lexicon_draft_diff.action text -- added, changed or deleted
lexicon_draft_diff.phrase text -- The phrase, heading or word of the row
lexicon_draft_diff.old_row jsonb -- changed: the columns that differ, as they are live; deleted: the row
lexicon_draft_diff.new_row jsonb -- changed: the columns that differ, as drafted; added: the row; deleted: null
lexicon_draft_diff.conflict text -- What happened to the live row since it was drafted: such a draft is not activated
lexicon_draft_diff.author text -- Who drafted it
lexicon_draft_diff.changed_at timestamp with time zone -- When
lexicon_draft_status.draft text -- The draft
lexicon_draft_status.author text -- Who began it
lexicon_draft_status.changes integer -- How many rows it adds, changes or deletes
lexicon_draft_status.state text -- checked, or waiting: a running service checks within two seconds of an edit
lexicon_draft_status.passed integer -- Cases and examples that are right with the draft
lexicon_draft_status.failed integer -- Those that are wrong with it
lexicon_draft_status.broken integer -- Those of the failed that the draft breaks: see lexicon_broken_cases
lexicon_draft_status.fixed integer -- Those that are wrong now and right with the draft
lexicon_draft_status.changed_at timestamp with time zone -- When the draft was last edited
lexicon_draft_status.checked_at timestamp with time zone -- When it was checked
lexicon_drafts.name text not null -- As the column draft of the draft views has it
lexicon_drafts.author text not null -- Who began it
lexicon_drafts.reason text not null default ''::text -- Why: as lexicon_begin was told, else lexicon.reason if set (SET LOCAL); the reason of the version unless lexicon_activate is given one
lexicon_drafts.created_at timestamp with time zone not null default now() -- When it was begun
lexicon_drafts.changed_at timestamp with time zone not null default now() -- When it was last edited
lexicon_history.history_id bigint not null -- Number of the entry
lexicon_history.table_name text not null -- The table of the row
lexicon_history.row_id integer not null -- The id of the row there
lexicon_history.row_data jsonb not null -- The whole row
lexicon_history.version_from integer not null -- First version with the row in this form
lexicon_history.version_to integer -- First version without it; null while it is live
lexicon_lint.rule text -- Name of the rule: its view is lint_ and the name
lexicon_lint.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lexicon_lint.table_name text -- The table of the row
lexicon_lint.row_id integer -- The id of the row there; null where no single row is meant
lexicon_lint.language text -- en or fr
lexicon_lint.phrase text -- The phrase, heading or word of the row
lexicon_lint.message text -- What is the matter
lexicon_lint.other_row_id integer -- The id of the other row, in the same table
lexicon_removals.table_name text not null -- The table of the row
lexicon_removals.row_key text not null -- What tells the row from others: language, kind, axis, phrase, direction ...
lexicon_removals.shipped jsonb not null -- The row as it was shipped
lexicon_removals.removed_by text not null -- Who deleted it
lexicon_removals.removed_at timestamp with time zone not null default now() -- When
lexicon_removals.row_id integer -- The id that the row had, so that it comes back with its shipped form; null where it was deleted before this was kept
lexicon_versions.version integer not null -- Shown in X-Lexicon-Version
lexicon_versions.transaction_id xid8 not null -- The transaction: all its edits are one version
lexicon_versions.author text not null -- Who: lexicon.author if set (SET LOCAL), else the database role
lexicon_versions.reason text not null default ''::text -- Why: lexicon.reason if set (SET LOCAL)
lexicon_versions.created_at timestamp with time zone not null -- Begin of the transaction
lint_class_without_words.rule text -- Name of the rule: its view is lint_ and the name
lint_class_without_words.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_class_without_words.table_name text -- The table of the row
lint_class_without_words.row_id integer -- The id of the row there; null where no single row is meant
lint_class_without_words.language text -- en or fr
lint_class_without_words.phrase text -- The phrase, heading or word of the row
lint_class_without_words.message text -- What is the matter
lint_class_without_words.other_row_id integer -- The id of the other row, in the same table
lint_heading_twins.rule text -- Name of the rule: its view is lint_ and the name
lint_heading_twins.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_heading_twins.table_name text -- The table of the row
lint_heading_twins.row_id integer -- The id of the row there; null where no single row is meant
lint_heading_twins.language text -- en or fr
lint_heading_twins.phrase text -- The phrase, heading or word of the row
lint_heading_twins.message text -- What is the matter
lint_heading_twins.other_row_id integer -- The id of the other row, in the same table
lint_missing_accents.rule text -- Name of the rule: its view is lint_ and the name
lint_missing_accents.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_missing_accents.table_name text -- The table of the row
lint_missing_accents.row_id integer -- The id of the row there; null where no single row is meant
lint_missing_accents.language text -- en or fr
lint_missing_accents.phrase text -- The phrase, heading or word of the row
lint_missing_accents.message text -- What is the matter
lint_missing_accents.other_row_id integer -- The id of the other row, in the same table
lint_missing_inflection.rule text -- Name of the rule: its view is lint_ and the name
lint_missing_inflection.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_missing_inflection.table_name text -- The table of the row
lint_missing_inflection.row_id integer -- The id of the row there; null where no single row is meant
lint_missing_inflection.language text -- en or fr
lint_missing_inflection.phrase text -- The phrase, heading or word of the row
lint_missing_inflection.message text -- What is the matter
lint_missing_inflection.other_row_id integer -- The id of the other row, in the same table
lint_no_partner.rule text -- Name of the rule: its view is lint_ and the name
lint_no_partner.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_no_partner.table_name text -- The table of the row
lint_no_partner.row_id integer -- The id of the row there; null where no single row is meant
lint_no_partner.language text -- en or fr
lint_no_partner.phrase text -- The phrase, heading or word of the row
lint_no_partner.message text -- What is the matter
lint_no_partner.other_row_id integer -- The id of the other row, in the same table
lint_no_pseudo.rule text -- Name of the rule: its view is lint_ and the name
lint_no_pseudo.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_no_pseudo.table_name text -- The table of the row
lint_no_pseudo.row_id integer -- The id of the row there; null where no single row is meant
lint_no_pseudo.language text -- en or fr
lint_no_pseudo.phrase text -- The phrase, heading or word of the row
lint_no_pseudo.message text -- What is the matter
lint_no_pseudo.other_row_id integer -- The id of the other row, in the same table
lint_shadowed.rule text -- Name of the rule: its view is lint_ and the name
lint_shadowed.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_shadowed.table_name text -- The table of the row
lint_shadowed.row_id integer -- The id of the row there; null where no single row is meant
lint_shadowed.language text -- en or fr
lint_shadowed.phrase text -- The phrase, heading or word of the row
lint_shadowed.message text -- What is the matter
lint_shadowed.other_row_id integer -- The id of the other row, in the same table
lint_silenced.rule text -- Name of the rule: its view is lint_ and the name
lint_silenced.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_silenced.table_name text -- The table of the row
lint_silenced.row_id integer -- The id of the row there; null where no single row is meant
lint_silenced.language text -- en or fr
lint_silenced.phrase text -- The phrase, heading or word of the row
lint_silenced.message text -- What is the matter
lint_silenced.other_row_id integer -- The id of the other row, in the same table
lint_two_classes.rule text -- Name of the rule: its view is lint_ and the name
lint_two_classes.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_two_classes.table_name text -- The table of the row
lint_two_classes.row_id integer -- The id of the row there; null where no single row is meant
lint_two_classes.language text -- en or fr
lint_two_classes.phrase text -- The phrase, heading or word of the row
lint_two_classes.message text -- What is the matter
lint_two_classes.other_row_id integer -- The id of the other row, in the same table
lint_two_values.rule text -- Name of the rule: its view is lint_ and the name
lint_two_values.severity text -- error: the row cannot do its work; warning: it contradicts another; hint: worth a look
lint_two_values.table_name text -- The table of the row
lint_two_values.row_id integer -- The id of the row there; null where no single row is meant
lint_two_values.language text -- en or fr
lint_two_values.phrase text -- The phrase, heading or word of the row
lint_two_values.message text -- What is the matter
lint_two_values.other_row_id integer -- The id of the other row, in the same table
models.model_id integer not null -- Number of the model; the embedding tables bear it
models.name text not null -- Name in the model directory
models.version text not null -- Hash over the files of the model directory, shown in X-Model-Version
models.dimensions integer not null -- Length of a vector
models.created_at timestamp with time zone not null default now() -- When it was first used here
models.directory text -- Where the model lay when it was put to use; a process that finds it there follows a switch without a restart
rate_limits.key_id integer not null -- Which key is counted; 0 only tries whether the table can be written
rate_limits.level double precision not null -- Requests in the bucket
rate_limits.fits boolean not null -- Whether the last request had room
rate_limits.at timestamp with time zone not null -- When the level was that
release_key_hashes.release_id integer not null -- The release
release_key_hashes.keys bytea not null -- 32-bit hashes of each term_key, in ascending order, the lower byte first
release_key_hashes.loose_keys bytea not null -- The same of each loose_key; abbreviations have none
release_neighbours.model_id integer not null -- The model whose vectors were compared
release_neighbours.release_id integer not null -- The release that has the term and the concepts
release_neighbours.term text not null -- A term of the release, as the model reads it; never words that only a note has
release_neighbours.description_ids bigint[] not null -- The nearest description of each concept, best concept first
release_neighbours.sctids bigint[] not null -- The concepts, best first
release_neighbours.cosines double precision[] not null -- Their cosines to the term
schema_migrations.name text not null -- File name in sql/
schema_migrations.checksum text not null -- SHA-256 of the file; an applied file never changes
schema_migrations.applied_at timestamp with time zone not null default now() -- When it was applied
section_rules.id integer not null -- Number of the row, shown in explain
section_rules.language text not null -- en or fr
section_rules.heading text not null -- The heading without its colon
section_rules.heading_norm text not null default ''::text -- fold(heading), set by the database
section_rules.section text not null -- Canonical name of the section
section_rules.needs_colon boolean not null default false -- A heading only when a colon follows
section_rules.assertion text -- Default of the axis here; null for none
section_rules.subject text -- Default of the axis here; null for none
section_rules.temporality text -- Default of the axis here; null for none
section_rules.certainty text -- Default of the axis here, or none (not graded); null for none of these
section_rules.role text -- Default of the axis here; null for none
section_rules.strength real not null default 0.85 -- How often that default is right, 0.5 to 0.99
section_rules.enabled boolean not null default true -- Switched off rows stay but do nothing
section_rules.example_ok text not null -- Lines joined by " ¶ " with one [span] in the section
section_rules.notes text -- Why the row is as it is
section_rules.origin text not null default 'local'::text -- builtin while as shipped, local once this site added or changed it
section_rules.shipped jsonb -- The row as last shipped with the service; null for rows of this site
section_rules.version integer not null default 0 -- The lexicon version since which the row reads so
section_rules.updated_by text not null default ''::text -- Who changed it last
section_rules.updated_at timestamp with time zone not null default now() -- When
serving.only_row boolean not null default true -- Keeps the table to one row
serving.release_id integer not null -- The release that is served, beside release 0
serving.model_id integer not null -- The model that embeds spans and made the vectors
serving.local_version integer not null default 0 -- Grows with every change of the terms of this site
serving.changed_at timestamp with time zone not null default now() -- When release or model was last switched
span_queue.span text -- The words as written in one of the requests
span_queue.language text -- Language of the span
span_queue.flagged integer -- How often its status was flag
span_queue.unresolved integer -- How often its status was unresolved
span_queue.requests integer -- Requests with the span
span_queue.first_seen date -- Day of the first request
span_queue.last_seen date -- Day of the last request
span_queue.nearest_code bigint -- First candidate of the last request
span_queue.nearest_display text -- Its name
span_queue.nearest_cosine real -- Its cosine
span_queue_secret.only_row boolean not null default true -- Keeps the table to one row
span_queue_secret.secret bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))) -- 32 random bytes, made when the queue is first switched on
span_queue_secret.made_at timestamp with time zone not null default now() -- When
span_reviews.id integer not null -- Number of the review
span_reviews.language text not null -- en or fr
span_reviews.span text not null -- The words of the span, never more of a note
span_reviews.span_norm text not null default fold(span) -- fold(span): reviews of the same words belong together
span_reviews.offered_code bigint -- The first candidate, on which the verdict is
span_reviews.verdict text not null -- accepted: offered_code is right. corrected: correct_code is right, offered_code is not. rejected: offered_code is wrong, and no right one is known
span_reviews.correct_code bigint -- The right SCTID, with corrected only
span_reviews.reviewer text not null default lexicon_editor() -- Who: over HTTP as the request says, else the name of the key; in SQL lexicon.author if set (SET LOCAL), else the database role
span_reviews.reviewed_at timestamp with time zone not null default now() -- When
span_reviews.notes text -- Why, in words; nothing of a note
span_sightings.hash bytea not null -- HMAC-SHA-256 of language and folded span with the key in span_queue_secret
span_sightings.language text not null -- Language of the span
span_sightings.requests integer not null -- Requests with the span; below 5 the same text sent again counts once
span_sightings.marks text[] not null -- Below 5 requests: keyed marks of their texts, other ones for each span; empty from then on
span_sightings.flagged integer not null -- How often its status was flag
span_sightings.unresolved integer not null -- How often its status was unresolved
span_sightings.first_seen date not null default CURRENT_DATE -- Day of the first request
span_sightings.last_seen date not null default CURRENT_DATE -- Day of the last request; retention counts from it
span_sightings.span text -- The words as written in one of the requests; null below 5 requests
span_sightings.nearest_code bigint -- First candidate of the last request; null below 5 requests, or without candidates
span_sightings.nearest_display text -- Its name
span_sightings.nearest_cosine real -- Its cosine
terminology_releases.release_id integer not null -- Number of the release; the partitions of concepts and descriptions bear it
terminology_releases.name text not null -- Shown in X-Terminology-Version
terminology_releases.kind text not null -- Where it came from: local, seed, rf2, gps, tsv
terminology_releases.checksum text not null -- SHA-256 over the loaded files: the same files are not loaded twice
terminology_releases.state text not null default 'loading'::text -- loading until every row and vector is there, then ready
terminology_releases.created_at timestamp with time zone not null default now() -- When loading began
thresholds.model_id integer not null -- The model whose cosines are judged
thresholds.release_id integer not null -- The release whose concepts are ranked
thresholds.language text not null -- Language of the span
thresholds.mention real not null -- A phrase whose top cosine is below it is not taken for a clinical one
thresholds.floor real not null -- A top cosine below it leaves the span unresolved
thresholds.resolved_cosine real not null -- Least top cosine of a resolved span
thresholds.resolved_margin real not null -- Least margin to the second concept of a resolved span
thresholds.fitted_on text not null -- What the numbers were fitted on
thresholds.fitted_at timestamp with time zone not null default now() -- When
thresholds.term_margin real -- Least margin of a resolved span whose words are a term of its first concept; null or greater: resolved_margin
thresholds.shown real -- A candidate of an unresolved span is not shown below it; null: 0.15 below floor
token_classes.id integer not null -- Number of the row
token_classes.language text not null -- en or fr
token_classes.class text not null -- A class of word_classes
token_classes.word text not null -- A word or phrase
token_classes.word_norm text not null default ''::text -- fold(word), set by the database
token_classes.value text -- A value that word_classes has for the class; what it means stands there
token_classes.enabled boolean not null default true -- Switched off rows stay but do nothing
token_classes.notes text -- Why the row is as it is
token_classes.origin text not null default 'local'::text -- builtin while as shipped, local once this site added or changed it
token_classes.shipped jsonb -- The row as last shipped with the service; null for rows of this site
token_classes.version integer not null default 0 -- The lexicon version since which the row reads so
token_classes.updated_by text not null default ''::text -- Who changed it last
token_classes.updated_at timestamp with time zone not null default now() -- When
triggers.id integer not null -- Number of the row, shown in explain
triggers.language text not null -- en or fr
triggers.kind text not null default 'trigger'::text -- trigger, pseudo, terminator, terminator_pseudo
triggers.axis text not null -- assertion, subject, temporality, certainty, role; * for all (not for a trigger)
triggers.value text -- Trigger: value of the axis (certainty also none). Terminator: its class. Else null
triggers.phrase text not null -- The words, with <NUM>, <KIN>, <GAP:n> ... as lexicons/README.md says; no regular expression
triggers.phrase_norm text not null default ''::text -- fold(phrase), set by the database: one row a phrase, axis and direction
triggers.direction text not null default 'none'::text -- forward, backward, both, bracket, keyvalue; none for all but triggers
triggers.max_tokens smallint -- How many word tokens the scope reaches; null for the whole sentence
triggers.stop_at_comma boolean not null default false -- The scope ends at a comma
triggers.clause_initial boolean not null default false -- Reaches forward only where it opens a clause
triggers.stops text[] -- Terminator classes that end the scope; null for those of the axis
triggers.ignores text[] not null default '{}'::text[] -- Terminator classes that the scope crosses
triggers.in_span text not null default 'never'::text -- Whether it acts from inside the span: never, prefix, suffix, any
triggers.may_cover_target boolean not null default false -- Pseudo that acts even where it covers the span
triggers.priority smallint not null default 50 -- The higher wins; among equals the closest
triggers.strength real not null default 0.95 -- How often the value is right when the row decides, 0.5 to 0.99
triggers.reason text -- Kind of uncertainty: hedge, rule_out, differential, hypothetical, conditional, screening, prevention, risk, hearsay, date, duration
triggers.case_sensitive boolean not null default false -- Upper and lower case count
triggers.accent_sensitive boolean not null default false -- Accents count
triggers.enabled boolean not null default true -- Switched off rows stay but do nothing
triggers.example_ok text not null -- A sentence with one [span] in which the row does its work
triggers.example_not text -- A sentence with one [span] in which it must not
triggers.notes text -- Why the row is as it is
triggers.origin text not null default 'local'::text -- builtin while as shipped, local once this site added or changed it
triggers.shipped jsonb -- The row as last shipped with the service; null for rows of this site
triggers.version integer not null default 0 -- The lexicon version since which the row reads so
triggers.updated_by text not null default ''::text -- Who changed it last
triggers.updated_at timestamp with time zone not null default now() -- When
word_classes.class text not null -- One word in capitals; a class without a row is unknown
word_classes.value text -- A value that a word of the class may have; <number> for any number, <words> for any words, NULL for none
word_classes.meaning text not null -- What the service does with words of this class and value, in one line
api_keys -- The keys that may call the service; the secret itself is never stored
builtin_files -- Which shipped data this database holds, so that a start does no work twice
bulk_notes -- What became of each note: written in the transaction that writes its results
bulk_progress -- What each worker did in each minute; only counts and times
bulk_runs -- A table of results and the query that gives its notes; one run a table
bulk_versions -- What results were made with
concept_parents -- Is-a relationships of each release that has them, inferred, active ones
concepts -- The concepts of each release, one partition a release
concepts_r0 -- 
confidence_points -- Fitted confidence of context answers: between two points of a curve it is interpolated, beyond the last it stays; without points the score is the confidence
decision_weights -- How much each piece of evidence about the first candidate of a span says that it is right: log odds; without rows cosine, margin and rules decide alone
descriptions -- The terms of each release; a plain INSERT without release_id adds a term of this site
descriptions_r0 -- 
draft_confidence_points -- The rows of confidence_points with each draft laid over them; edited like confidence_points, without being served
draft_section_rules -- The rows of section_rules with each draft laid over them; edited like section_rules, without being served
draft_token_classes -- The rows of token_classes with each draft laid over them; edited like token_classes, without being served
draft_triggers -- The rows of triggers with each draft laid over them; edited like triggers, without being served
embedding_sets -- Which table holds the vectors of one release by one model
lexicon_broken_cases -- What each draft would break, by its last check: one row an axis
lexicon_case_failures -- The cases and examples that the active lexicon gets wrong, by its last check: one row an axis
lexicon_cases -- Tests as rows: a text, a span in it, and what its context must be
lexicon_changes -- Every change of a lexicon row: who, when, why, and what it was before
lexicon_check_details -- The cases and examples that a check found wrong, or right at last: one row an axis
lexicon_check_leases -- Which check a process is running now, so that others leave it; written by the service
lexicon_check_targets -- What a check would be of now: the active lexicon and each draft
lexicon_checks -- The last run of cases and examples against the active lexicon and against each draft; written by the service and by npm run lexicon -- check
lexicon_draft_changes -- The rows of each draft; edited through draft_triggers, draft_section_rules, draft_token_classes, draft_confidence_points
lexicon_draft_diff -- What each draft would change of the live rows as they are now
lexicon_draft_status -- Each draft, and what the cases say of it as it is now
lexicon_drafts -- Named sets of changes that are not live; begun by lexicon_begin or by the first row, gone when activated or discarded
lexicon_history -- Every lexicon row that ever was, with the versions it was valid in
lexicon_lint -- What is wrong or worth a look in the live lexicon, by every rule that SQL can tell; npm run lexicon -- lint adds those that need the engine
lexicon_removals -- Shipped rows that this site deleted: an upgrade does not bring them back
lexicon_versions -- One row for each transaction that edited the lexicon
lint_class_without_words -- Phrases that can never be found: they name a class that has no word in their language
lint_heading_twins -- Headings that are nearly the same and open different sections, in one language or between the two
lint_missing_accents -- French words without the accents that they have elsewhere in the lexicon; a last é, words of English and capitals are left out
lint_missing_inflection -- French participles and adjectives with three of their four forms; English verbs with -s and -ed but without the plain form
lint_no_partner -- What one language has ten times as often as the other, and phrases of signs that stand in one language only
lint_no_pseudo -- Triggers of a single word that is in no pseudo of their axis, and that is part of a clinical name
lint_shadowed -- Triggers that a row of the same words, with a wider direction and a higher priority, always keeps from deciding
lint_silenced -- Triggers and terminators that a pseudo of the same words, or of the class of one of them, always switches off
lint_two_classes -- Words in two classes that contradict each other
lint_two_values -- Triggers whose words set the same axis to two values, by direction; case and accents do not tell them apart
models -- Each embedding model that has embedded something here
rate_limits -- How full the bucket of each key is: a request fills it by one, a minute empties it of as many as the key may send
release_key_hashes -- Hashes of the keys of a release: a process asks for no key that no term has. They may be deleted at any time
release_neighbours -- The nearest concepts of terms of a release, kept when a note first has the term; they may be deleted at any time
schema_migrations -- The SQL files that this database has seen; written by the service only
section_rules -- Headings and what holds in the sections below them unless the text says otherwise
serving -- The one release and model that answer requests; switched by one UPDATE
span_queue -- Spans of at least 5 requests that are flagged or unresolved and no term of the terminology or of this site yet, most frequent first
span_queue_secret -- The key of the hashes in span_sightings; leave it out of dumps: a new one is made, and the queue begins anew
span_reviews -- What people say of the code of a span; npm run calibrate -- --reviews reads the newest review of each span
span_sightings -- How often each span was flagged or unresolved; its words only from 5 requests on
terminology_releases -- Each loaded terminology, whole; release 0 holds what this site adds
thresholds -- What makes a span resolved, flag or unresolved; with no row nothing is resolved
token_classes -- Words by class: relatives, units, number words, determiners, words that cut candidate spans
triggers -- Phrases that decide an axis, and those that switch them off or end their scope; lexicons/README.md explains each column
word_classes -- The classes that a word of token_classes may have, with its values: a row each. Shipped rows come from lexicons/word-classes.tsv, again with each upgrade; rows of a site stay. No part of a version or a draft
api_keys api_keys_hash_check CHECK ((length(hash) = 32))
api_keys api_keys_hash_key UNIQUE (hash)
api_keys api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
api_keys api_keys_pkey PRIMARY KEY (key_id)
api_keys api_keys_requests_per_minute_check CHECK (((requests_per_minute >= 1) AND (requests_per_minute <= 1000000)))
api_keys api_keys_scopes_check CHECK (((scopes <@ '{concepts,contexts,review}'::text[]) AND (cardinality(scopes) > 0)))
builtin_files builtin_files_pkey PRIMARY KEY (name)
bulk_notes bulk_notes_check CHECK ((waits OR (num_nonnulls(version_id, reason) = 1)))
bulk_notes bulk_notes_pkey PRIMARY KEY (run_id, note_id)
bulk_notes bulk_notes_reason_check CHECK ((reason ~ '^[A-Z_]{1,40}$'::text))
bulk_notes bulk_notes_run_id_fkey FOREIGN KEY (run_id) REFERENCES bulk_runs(run_id) ON DELETE CASCADE
bulk_notes bulk_notes_version_id_fkey FOREIGN KEY (version_id) REFERENCES bulk_versions(version_id)
bulk_progress bulk_progress_pkey PRIMARY KEY (run_id, worker, minute)
bulk_progress bulk_progress_run_id_fkey FOREIGN KEY (run_id) REFERENCES bulk_runs(run_id) ON DELETE CASCADE
bulk_runs bulk_runs_pkey PRIMARY KEY (run_id)
bulk_runs bulk_runs_target_key UNIQUE (target)
bulk_versions bulk_versions_pkey PRIMARY KEY (version_id)
bulk_versions bulk_versions_program_model_terminology_lexicon_key UNIQUE (program, model, terminology, lexicon)
concept_parents concept_parents_pkey PRIMARY KEY (release_id, sctid, parent_sctid)
concept_parents concept_parents_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
concepts_r0 concepts_fsn_check CHECK ((fsn <> ''::text))
concepts_r0 concepts_r0_pkey PRIMARY KEY (release_id, sctid)
concepts_r0 concepts_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
concepts_r0 concepts_sctid_check CHECK (sctid_is_valid(sctid))
concepts concepts_fsn_check CHECK ((fsn <> ''::text))
concepts concepts_pkey PRIMARY KEY (release_id, sctid)
concepts concepts_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
concepts concepts_sctid_check CHECK (sctid_is_valid(sctid))
confidence_points confidence_points_confidence_check CHECK (((confidence >= (0.05)::real) AND (confidence <= (0.99)::real)))
confidence_points confidence_points_language_axis_value_source_score_key UNIQUE (language, axis, value, source, score)
confidence_points confidence_points_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
confidence_points confidence_points_pkey PRIMARY KEY (id)
confidence_points confidence_points_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision)))
decision_weights decision_weights_feature_check CHECK ((feature <> ''::text))
decision_weights decision_weights_model_id_fkey FOREIGN KEY (model_id) REFERENCES models(model_id)
decision_weights decision_weights_pkey PRIMARY KEY (model_id, feature)
descriptions_r0 descriptions_case_significance_check CHECK ((case_significance = ANY (ARRAY['insensitive'::text, 'initial'::text, 'sensitive'::text])))
descriptions_r0 descriptions_kind_check CHECK ((kind = ANY (ARRAY['fsn'::text, 'preferred'::text, 'synonym'::text, 'abbreviation'::text, 'local'::text])))
descriptions_r0 descriptions_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
descriptions_r0 descriptions_r0_pkey PRIMARY KEY (release_id, description_id)
descriptions_r0 descriptions_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
descriptions_r0 descriptions_sctid_check CHECK (sctid_is_valid(sctid))
descriptions_r0 descriptions_term_check CHECK (((length(term) >= 1) AND (length(term) <= 500)))
descriptions descriptions_case_significance_check CHECK ((case_significance = ANY (ARRAY['insensitive'::text, 'initial'::text, 'sensitive'::text])))
descriptions descriptions_kind_check CHECK ((kind = ANY (ARRAY['fsn'::text, 'preferred'::text, 'synonym'::text, 'abbreviation'::text, 'local'::text])))
descriptions descriptions_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
descriptions descriptions_pkey PRIMARY KEY (release_id, description_id)
descriptions descriptions_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
descriptions descriptions_sctid_check CHECK (sctid_is_valid(sctid))
descriptions descriptions_term_check CHECK (((length(term) >= 1) AND (length(term) <= 500)))
embedding_sets embedding_sets_model_id_fkey FOREIGN KEY (model_id) REFERENCES models(model_id)
embedding_sets embedding_sets_pkey PRIMARY KEY (model_id, release_id)
embedding_sets embedding_sets_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
embedding_sets embedding_sets_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'ready'::text])))
embedding_sets embedding_sets_table_name_key UNIQUE (table_name)
lexicon_cases lexicon_cases_pkey PRIMARY KEY (id)
lexicon_check_leases lexicon_check_leases_pkey PRIMARY KEY (target)
lexicon_checks lexicon_checks_pkey PRIMARY KEY (target)
lexicon_draft_changes lexicon_draft_changes_check CHECK (((row_data IS NULL) = (row_key IS NULL)))
lexicon_draft_changes lexicon_draft_changes_check1 CHECK (((row_id < 0) = (base_version IS NULL)))
lexicon_draft_changes lexicon_draft_changes_draft_fkey FOREIGN KEY (draft) REFERENCES lexicon_drafts(name) ON DELETE CASCADE
lexicon_draft_changes lexicon_draft_changes_pkey PRIMARY KEY (draft, table_name, row_id)
lexicon_draft_changes lexicon_draft_changes_row_id_check CHECK ((row_id <> 0))
lexicon_draft_changes lexicon_draft_changes_table_name_check CHECK ((table_name = ANY (ARRAY['triggers'::text, 'section_rules'::text, 'token_classes'::text, 'confidence_points'::text])))
lexicon_drafts lexicon_drafts_pkey PRIMARY KEY (name)
lexicon_history lexicon_history_pkey PRIMARY KEY (history_id)
lexicon_history lexicon_history_table_name_check CHECK ((table_name = ANY (ARRAY['triggers'::text, 'section_rules'::text, 'token_classes'::text, 'confidence_points'::text])))
lexicon_history lexicon_history_version_from_fkey FOREIGN KEY (version_from) REFERENCES lexicon_versions(version)
lexicon_history lexicon_history_version_to_fkey FOREIGN KEY (version_to) REFERENCES lexicon_versions(version)
lexicon_removals lexicon_removals_pkey PRIMARY KEY (table_name, row_key)
lexicon_versions lexicon_versions_pkey PRIMARY KEY (version)
lexicon_versions lexicon_versions_transaction_id_created_at_key UNIQUE (transaction_id, created_at)
models models_dimensions_check CHECK (((dimensions >= 8) AND (dimensions <= 2000)))
models models_pkey PRIMARY KEY (model_id)
models models_version_key UNIQUE (version)
rate_limits rate_limits_pkey PRIMARY KEY (key_id)
release_key_hashes release_key_hashes_pkey PRIMARY KEY (release_id)
release_key_hashes release_key_hashes_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id) ON DELETE CASCADE
release_neighbours release_neighbours_check CHECK (((cardinality(sctids) = cardinality(description_ids)) AND (cardinality(cosines) = cardinality(description_ids))))
release_neighbours release_neighbours_model_id_release_id_fkey FOREIGN KEY (model_id, release_id) REFERENCES embedding_sets(model_id, release_id) ON DELETE CASCADE
release_neighbours release_neighbours_pkey PRIMARY KEY (model_id, release_id, term)
schema_migrations schema_migrations_pkey PRIMARY KEY (name)
section_rules section_rules_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
section_rules section_rules_language_heading_norm_key UNIQUE (language, heading_norm)
section_rules section_rules_pkey PRIMARY KEY (id)
section_rules section_rules_strength_check CHECK (((strength >= (0.5)::real) AND (strength <= (0.99)::real)))
serving serving_model_id_release_id_fkey FOREIGN KEY (model_id, release_id) REFERENCES embedding_sets(model_id, release_id)
serving serving_only_row_check CHECK (only_row)
serving serving_pkey PRIMARY KEY (only_row)
span_queue_secret span_queue_secret_only_row_check CHECK (only_row)
span_queue_secret span_queue_secret_pkey PRIMARY KEY (only_row)
span_reviews span_reviews_pkey PRIMARY KEY (id)
span_sightings span_sightings_check CHECK ((cardinality(marks) =
CASE
    WHEN (requests < 5) THEN requests
    ELSE 0
END))
span_sightings span_sightings_check1 CHECK (((span IS NULL) OR (requests >= 5)))
span_sightings span_sightings_check2 CHECK (((span IS NOT NULL) OR (num_nonnulls(nearest_code, nearest_display, nearest_cosine) = 0)))
span_sightings span_sightings_hash_check CHECK ((length(hash) = 32))
span_sightings span_sightings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
span_sightings span_sightings_pkey PRIMARY KEY (hash)
span_sightings span_sightings_requests_check CHECK ((requests > 0))
terminology_releases terminology_releases_kind_check CHECK ((kind = ANY (ARRAY['local'::text, 'seed'::text, 'rf2'::text, 'gps'::text, 'tsv'::text])))
terminology_releases terminology_releases_name_check CHECK ((name ~ '^[A-Za-z0-9._-]{1,80}$'::text))
terminology_releases terminology_releases_name_key UNIQUE (name)
terminology_releases terminology_releases_pkey PRIMARY KEY (release_id)
terminology_releases terminology_releases_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'ready'::text])))
thresholds thresholds_check CHECK (((mention >= ('-1'::integer)::double precision) AND (mention <= floor)))
thresholds thresholds_check1 CHECK (((resolved_cosine >= floor) AND (resolved_cosine <= (1)::double precision)))
thresholds thresholds_check2 CHECK (((shown >= ('-1'::integer)::double precision) AND (shown <= floor)))
thresholds thresholds_floor_check CHECK (((floor >= ('-1'::integer)::double precision) AND (floor <= (1)::double precision)))
thresholds thresholds_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
thresholds thresholds_model_id_fkey FOREIGN KEY (model_id) REFERENCES models(model_id)
thresholds thresholds_pkey PRIMARY KEY (model_id, release_id, language)
thresholds thresholds_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
thresholds thresholds_resolved_margin_check CHECK (((resolved_margin >= (0)::double precision) AND (resolved_margin <= (2)::double precision)))
thresholds thresholds_term_margin_check CHECK (((term_margin >= (0)::double precision) AND (term_margin <= (2)::double precision)))
token_classes token_classes_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
token_classes token_classes_language_class_word_norm_key UNIQUE (language, class, word_norm)
token_classes token_classes_pkey PRIMARY KEY (id)
triggers triggers_in_span_check CHECK ((in_span = ANY (ARRAY['never'::text, 'prefix'::text, 'suffix'::text, 'any'::text])))
triggers triggers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
triggers triggers_language_kind_axis_phrase_norm_direction_key UNIQUE (language, kind, axis, phrase_norm, direction)
triggers triggers_max_tokens_check CHECK (((max_tokens >= 1) AND (max_tokens <= 60)))
triggers triggers_pkey PRIMARY KEY (id)
triggers triggers_priority_check CHECK (((priority >= 1) AND (priority <= 99)))
triggers triggers_strength_check CHECK (((strength >= (0.5)::real) AND (strength <= (0.99)::real)))
word_classes word_classes_class_value_key UNIQUE NULLS NOT DISTINCT (class, value)
CREATE UNIQUE INDEX api_keys_hash_key ON public.api_keys USING btree (hash)
CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (key_id)
CREATE UNIQUE INDEX builtin_files_pkey ON public.builtin_files USING btree (name)
CREATE UNIQUE INDEX bulk_notes_pkey ON public.bulk_notes USING btree (run_id, note_id)
CREATE INDEX bulk_notes_set_apart ON public.bulk_notes USING btree (run_id, note_id) WHERE (reason IS NOT NULL)
CREATE UNIQUE INDEX bulk_progress_pkey ON public.bulk_progress USING btree (run_id, worker, minute)
CREATE UNIQUE INDEX bulk_runs_pkey ON public.bulk_runs USING btree (run_id)
CREATE UNIQUE INDEX bulk_runs_target_key ON public.bulk_runs USING btree (target)
CREATE UNIQUE INDEX bulk_versions_pkey ON public.bulk_versions USING btree (version_id)
CREATE UNIQUE INDEX bulk_versions_program_model_terminology_lexicon_key ON public.bulk_versions USING btree (program, model, terminology, lexicon)
CREATE UNIQUE INDEX concept_parents_pkey ON ONLY public.concept_parents USING btree (release_id, sctid, parent_sctid)
CREATE UNIQUE INDEX concepts_pkey ON ONLY public.concepts USING btree (release_id, sctid)
CREATE UNIQUE INDEX concepts_r0_pkey ON public.concepts_r0 USING btree (release_id, sctid)
CREATE UNIQUE INDEX confidence_points_language_axis_value_source_score_key ON public.confidence_points USING btree (language, axis, value, source, score)
CREATE UNIQUE INDEX confidence_points_pkey ON public.confidence_points USING btree (id)
CREATE UNIQUE INDEX decision_weights_pkey ON public.decision_weights USING btree (model_id, feature)
CREATE INDEX descriptions_concept ON ONLY public.descriptions USING btree (sctid, language)
CREATE INDEX descriptions_loose_key ON ONLY public.descriptions USING btree (loose_key(language, term)) WHERE (active AND (kind <> 'abbreviation'::text))
CREATE UNIQUE INDEX descriptions_pkey ON ONLY public.descriptions USING btree (release_id, description_id)
CREATE UNIQUE INDEX descriptions_preferred ON ONLY public.descriptions USING btree (release_id, sctid, language) WHERE ((kind = 'preferred'::text) AND active)
CREATE INDEX descriptions_r0_loose_key_idx ON public.descriptions_r0 USING btree (loose_key(language, term)) WHERE (active AND (kind <> 'abbreviation'::text))
CREATE UNIQUE INDEX descriptions_r0_pkey ON public.descriptions_r0 USING btree (release_id, description_id)
CREATE UNIQUE INDEX descriptions_r0_release_id_sctid_language_idx ON public.descriptions_r0 USING btree (release_id, sctid, language) WHERE ((kind = 'preferred'::text) AND active)
CREATE INDEX descriptions_r0_sctid_language_idx ON public.descriptions_r0 USING btree (sctid, language)
CREATE INDEX descriptions_r0_term_key_idx ON public.descriptions_r0 USING btree (term_key) WHERE active
CREATE INDEX descriptions_term_key ON ONLY public.descriptions USING btree (term_key) WHERE active
CREATE UNIQUE INDEX embedding_sets_pkey ON public.embedding_sets USING btree (model_id, release_id)
CREATE UNIQUE INDEX embedding_sets_table_name_key ON public.embedding_sets USING btree (table_name)
CREATE UNIQUE INDEX lexicon_cases_once ON public.lexicon_cases USING btree (language, md5(text), md5(span), occurrence, COALESCE(note_date, '-infinity'::date))
CREATE UNIQUE INDEX lexicon_cases_pkey ON public.lexicon_cases USING btree (id)
CREATE UNIQUE INDEX lexicon_check_leases_pkey ON public.lexicon_check_leases USING btree (target)
CREATE UNIQUE INDEX lexicon_checks_pkey ON public.lexicon_checks USING btree (target)
CREATE INDEX lexicon_draft_changes_bases ON public.lexicon_draft_changes USING btree (draft, table_name, base_key)
CREATE UNIQUE INDEX lexicon_draft_changes_keys ON public.lexicon_draft_changes USING btree (draft, table_name, row_key)
CREATE UNIQUE INDEX lexicon_draft_changes_pkey ON public.lexicon_draft_changes USING btree (draft, table_name, row_id)
CREATE UNIQUE INDEX lexicon_drafts_pkey ON public.lexicon_drafts USING btree (name)
CREATE INDEX lexicon_history_ends ON public.lexicon_history USING btree (version_to) WHERE (version_to IS NOT NULL)
CREATE UNIQUE INDEX lexicon_history_live ON public.lexicon_history USING btree (table_name, row_id) WHERE (version_to IS NULL)
CREATE UNIQUE INDEX lexicon_history_pkey ON public.lexicon_history USING btree (history_id)
CREATE INDEX lexicon_history_rows ON public.lexicon_history USING btree (table_name, row_id, version_to)
CREATE INDEX lexicon_history_versions ON public.lexicon_history USING btree (version_from, version_to)
CREATE UNIQUE INDEX lexicon_removals_pkey ON public.lexicon_removals USING btree (table_name, row_key)
CREATE INDEX lexicon_removals_rows ON public.lexicon_removals USING btree (table_name, row_id)
CREATE UNIQUE INDEX lexicon_versions_pkey ON public.lexicon_versions USING btree (version)
CREATE UNIQUE INDEX lexicon_versions_transaction_id_created_at_key ON public.lexicon_versions USING btree (transaction_id, created_at)
CREATE UNIQUE INDEX models_pkey ON public.models USING btree (model_id)
CREATE UNIQUE INDEX models_version_key ON public.models USING btree (version)
CREATE UNIQUE INDEX rate_limits_pkey ON public.rate_limits USING btree (key_id)
CREATE UNIQUE INDEX release_key_hashes_pkey ON public.release_key_hashes USING btree (release_id)
CREATE UNIQUE INDEX release_neighbours_pkey ON public.release_neighbours USING btree (model_id, release_id, term)
CREATE UNIQUE INDEX schema_migrations_pkey ON public.schema_migrations USING btree (name)
CREATE UNIQUE INDEX section_rules_language_heading_norm_key ON public.section_rules USING btree (language, heading_norm)
CREATE UNIQUE INDEX section_rules_pkey ON public.section_rules USING btree (id)
CREATE UNIQUE INDEX serving_pkey ON public.serving USING btree (only_row)
CREATE UNIQUE INDEX span_queue_secret_pkey ON public.span_queue_secret USING btree (only_row)
CREATE INDEX span_reviews_newest ON public.span_reviews USING btree (language, span_norm, reviewed_at DESC, id DESC)
CREATE UNIQUE INDEX span_reviews_pkey ON public.span_reviews USING btree (id)
CREATE INDEX span_sightings_last_seen ON public.span_sightings USING btree (last_seen)
CREATE UNIQUE INDEX span_sightings_pkey ON public.span_sightings USING btree (hash)
CREATE UNIQUE INDEX terminology_releases_name_key ON public.terminology_releases USING btree (name)
CREATE UNIQUE INDEX terminology_releases_pkey ON public.terminology_releases USING btree (release_id)
CREATE UNIQUE INDEX thresholds_pkey ON public.thresholds USING btree (model_id, release_id, language)
CREATE UNIQUE INDEX token_classes_language_class_word_norm_key ON public.token_classes USING btree (language, class, word_norm)
CREATE UNIQUE INDEX token_classes_pkey ON public.token_classes USING btree (id)
CREATE UNIQUE INDEX triggers_language_kind_axis_phrase_norm_direction_key ON public.triggers USING btree (language, kind, axis, phrase_norm, direction)
CREATE UNIQUE INDEX triggers_pkey ON public.triggers USING btree (id)
CREATE UNIQUE INDEX word_classes_class_value_key ON public.word_classes USING btree (class, value) NULLS NOT DISTINCT
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.confidence_points FOR EACH ROW EXECUTE FUNCTION check_confidence_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.lexicon_cases FOR EACH ROW EXECUTE FUNCTION check_case_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.section_rules FOR EACH ROW EXECUTE FUNCTION check_section_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION check_word_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION check_trigger_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.word_classes FOR EACH ROW EXECUTE FUNCTION check_word_class_row()
CREATE TRIGGER after_edit AFTER DELETE OR UPDATE ON public.draft_confidence_points FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER after_edit AFTER DELETE OR UPDATE ON public.draft_section_rules FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER after_edit AFTER DELETE OR UPDATE ON public.draft_token_classes FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER after_edit AFTER DELETE OR UPDATE ON public.draft_triggers FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER announce AFTER INSERT ON public.lexicon_versions FOR EACH ROW EXECUTE FUNCTION announce_lexicon_version()
CREATE TRIGGER b_check_example BEFORE INSERT OR UPDATE ON public.section_rules FOR EACH ROW WHEN ((new.enabled AND (NOT lexicon_is_loading()))) EXECUTE FUNCTION check_own_example('heading')
CREATE TRIGGER b_check_example BEFORE INSERT OR UPDATE ON public.triggers FOR EACH ROW WHEN ((new.enabled AND (NOT lexicon_is_loading()))) EXECUTE FUNCTION check_own_example('phrase')
CREATE TRIGGER b_check_shorthand BEFORE INSERT OR UPDATE ON public.token_classes FOR EACH ROW WHEN ((new.class = 'SHORTHAND'::text)) EXECUTE FUNCTION check_shorthand_row()
CREATE TRIGGER b_check_value BEFORE INSERT OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION check_word_class()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.confidence_points FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.lexicon_cases FOR EACH ROW EXECUTE FUNCTION stamp_case_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.section_rules FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER before_edit BEFORE DELETE OR UPDATE ON public.draft_confidence_points FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER before_edit BEFORE DELETE OR UPDATE ON public.draft_section_rules FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER before_edit BEFORE DELETE OR UPDATE ON public.draft_token_classes FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER before_edit BEFORE DELETE OR UPDATE ON public.draft_triggers FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()
CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON public.descriptions_r0 FOR EACH ROW EXECUTE FUNCTION check_local_description()
CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON public.span_reviews FOR EACH ROW EXECUTE FUNCTION check_span_review()
CREATE TRIGGER edit INSTEAD OF INSERT OR DELETE OR UPDATE ON public.draft_confidence_points FOR EACH ROW EXECUTE FUNCTION edit_lexicon_draft('confidence_points')
CREATE TRIGGER edit INSTEAD OF INSERT OR DELETE OR UPDATE ON public.draft_section_rules FOR EACH ROW EXECUTE FUNCTION edit_lexicon_draft('section_rules')
CREATE TRIGGER edit INSTEAD OF INSERT OR DELETE OR UPDATE ON public.draft_token_classes FOR EACH ROW EXECUTE FUNCTION edit_lexicon_draft('token_classes')
CREATE TRIGGER edit INSTEAD OF INSERT OR DELETE OR UPDATE ON public.draft_triggers FOR EACH ROW EXECUTE FUNCTION edit_lexicon_draft('triggers')
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.confidence_points FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.section_rules FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER keep_used AFTER DELETE OR UPDATE OF class, value ON public.word_classes FOR EACH ROW EXECUTE FUNCTION keep_used_word_class()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.confidence_points FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.section_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.token_classes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.triggers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.word_classes FOR EACH STATEMENT EXECUTE FUNCTION keep_used_word_class()
CREATE TRIGGER note_row AFTER INSERT OR DELETE OR UPDATE ON public.descriptions_r0 FOR EACH ROW EXECUTE FUNCTION note_local_description()
CREATE TRIGGER removal AFTER INSERT OR DELETE ON public.lexicon_cases FOR EACH ROW EXECUTE FUNCTION keep_case_removal()
CREATE OR REPLACE FUNCTION public.add_embedding_set(for_model integer, for_release integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  name text := format('embeddings_m%s_r%s', for_model, for_release);
BEGIN
  EXECUTE format('CREATE TABLE %I (
    description_id bigint NOT NULL, sctid bigint NOT NULL, language text NOT NULL, embedding vector(%s) NOT NULL)',
    name, (SELECT dimensions FROM models WHERE model_id = for_model));
  -- Terms of a site come one by one and are replaced; those of a release come once, in their order, and are indexed at the end.
  IF for_release = 0 THEN
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (description_id)', name);
  END IF;
  INSERT INTO embedding_sets (model_id, release_id, table_name) VALUES (for_model, for_release, name);
  RETURN name;
END $function$
 -- Makes the empty table of vectors of one release by one model; returns its name
CREATE OR REPLACE FUNCTION public.add_release(release_name text, release_kind text, release_checksum text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  new_id int;
  parent text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('terminology_releases'));
  INSERT INTO terminology_releases (release_id, name, kind, checksum)
  VALUES ((SELECT coalesce(max(release_id), -1) + 1 FROM terminology_releases), release_name, release_kind, release_checksum)
  RETURNING release_id INTO new_id;
  FOREACH parent IN ARRAY '{concepts,descriptions,concept_parents}'::text[] LOOP
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS)', parent || '_r' || new_id, parent);
    EXECUTE format('ALTER TABLE %I ALTER release_id SET DEFAULT %s', parent || '_r' || new_id, new_id);
  END LOOP;
  RETURN new_id;
END $function$
 -- Makes the row and the empty tables of a new release, not yet attached; returns its number
CREATE OR REPLACE FUNCTION public.all_marks(known text[], more text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT unnest((known || more)) AS unnest)
 -- The marks of two lists, each once
CREATE OR REPLACE FUNCTION public.announce_lexicon_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('lexicon', NEW.version::text);
  RETURN NULL;
END $function$
 -- Tells listening processes the number of a new version when it is committed
CREATE OR REPLACE FUNCTION public.arabic_numerals(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(key, '\mix\M'::text, '9'::text, 'g'::text), '\mviii\M'::text, '8'::text, 'g'::text), '\mvii\M'::text, '7'::text, 'g'::text), '\mvi\M'::text, '6'::text, 'g'::text), '\mv\M'::text, '5'::text, 'g'::text), '\miv\M'::text, '4'::text, 'g'::text), '\miii\M'::text, '3'::text, 'g'::text), '\mii\M'::text, '2'::text, 'g'::text), '\mi\M'::text, '1'::text, 'g'::text)
 -- A key (term_key) with Roman numerals up to nine in figures
CREATE OR REPLACE FUNCTION public.attach_release(new_id integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  parent text;
BEGIN
  -- Attached when filled: indexes and keys are built at once, and those who read other releases are never locked out.
  FOREACH parent IN ARRAY '{concepts,descriptions,concept_parents}'::text[] LOOP
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', parent, parent || '_r' || new_id, new_id);
    EXECUTE format('ANALYZE %I', parent || '_r' || new_id);
  END LOOP;
END $function$
 -- Indexes the filled tables of a release and makes them partitions
CREATE OR REPLACE FUNCTION public.axis_value_is_known(axis text, value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (value = ANY ((CASE axis WHEN 'assertion'::text THEN '{affirmed,negated,uncertain}'::text WHEN 'subject'::text THEN '{patient,family,other}'::text WHEN 'temporality'::text THEN '{current,past,chronic}'::text WHEN 'certainty'::text THEN '{confirmed,differential,suspected,none}'::text WHEN 'role'::text THEN '{finding,reason_for_encounter,history}'::text ELSE '{}'::text END)::text[]))
 -- Whether the axis has this value (certainty also none)
CREATE OR REPLACE FUNCTION public.check_case_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  axis_name text;
  axis_value text;
  found int;
BEGIN
  IF NEW.language IS NULL OR NEW.language NOT IN ('en', 'fr') THEN
    PERFORM refuse(format('The language %s is unknown', coalesce(NEW.language, 'null')), 'Languages are en and fr.');
  END IF;
  IF NEW.text IS NULL OR length(btrim(NEW.text)) < 2 OR length(NEW.text) > 5000 OR NEW.text ~ '[\x01-\x08\x0e-\x1f\x7f]' THEN
    PERFORM refuse('The text of a case is 2 to 5000 characters of a note');
  END IF;
  IF NEW.span IS NULL OR btrim(NEW.span) = '' OR strpos(NEW.text, NEW.span) = 0 THEN
    PERFORM refuse('The span does not stand in the text', 'Copy it from the text, letter by letter.');
  END IF;
  found := (length(NEW.text) - length(replace(NEW.text, NEW.span, ''))) / length(NEW.span);
  IF NEW.occurrence IS NULL OR NEW.occurrence NOT BETWEEN 1 AND found THEN
    PERFORM refuse(format('The span stands %s times in the text, so there is no occurrence %s', found, coalesce(NEW.occurrence::text, 'null')));
  END IF;
  IF coalesce(NEW.assertion, NEW.subject, NEW.temporality, NEW.certainty, NEW.role) IS NULL THEN
    PERFORM refuse('The case judges nothing', 'Give at least one of assertion, subject, temporality, certainty, role.');
  END IF;
  FOR axis_name, axis_value IN
    VALUES ('assertion', NEW.assertion), ('subject', NEW.subject), ('temporality', NEW.temporality),
      ('certainty', NEW.certainty), ('role', NEW.role) LOOP
    IF axis_value = 'none' AND axis_name <> 'certainty' THEN
      PERFORM refuse(format('Every statement has a value of %s', axis_name), 'Only certainty can be none: it must not apply.');
    ELSIF axis_value IS NOT NULL AND NOT axis_value_is_known(axis_name, axis_value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', axis_value, axis_name));
    END IF;
  END LOOP;
  RETURN NEW;
END $function$
 -- Refuses a case that cannot be judged, with a message that a clinician understands
CREATE OR REPLACE FUNCTION public.check_confidence_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM check_lexicon_row(to_jsonb(NEW), '{axis,value,source,score,confidence}');
  IF NEW.value <> '*' AND NOT axis_value_is_known(NEW.axis, NEW.value) OR NOT NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}') THEN
    PERFORM refuse(format('%s is no value of the axis %s', NEW.value, NEW.axis), 'Write * for every value.');
  END IF;
  IF NOT NEW.source = ANY ('{cue,section,derived,default}') THEN
    PERFORM refuse(format('The source %s is unknown', NEW.source), 'Sources are cue, section, derived, default.');
  END IF;
  IF NOT (NEW.score BETWEEN 0 AND 1 AND NEW.confidence BETWEEN 0.05::real AND 0.99::real) THEN
    PERFORM refuse('A score is from 0 to 1, a confidence from 0.05 to 0.99');
  END IF;
  PERFORM refuse_double(format('The point %s %s %s %s at %s', NEW.language, NEW.axis, NEW.value, NEW.source, NEW.score),
    (SELECT id FROM confidence_points p WHERE (p.language, p.axis, p.value, p.source, p.score)
      = (NEW.language, NEW.axis, NEW.value, NEW.source, NEW.score) AND p.id <> NEW.id));
  RETURN NEW;
END $function$
 -- Refuses a point that cannot work
CREATE OR REPLACE FUNCTION public.check_example(example text, what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF example !~ '^[^]\[]*\[[^]\[]+\][^]\[]*$' OR length(example) > 500 THEN
    PERFORM refuse(format('The %s must be a sentence of at most 500 characters with one span in [square brackets]', what));
  END IF;
  IF example ~ '[[:cntrl:]]' THEN
    PERFORM refuse(format('The %s has a tab or a line break: write it on one line', what), 'Lines of a note are joined by " ¶ ".');
  END IF;
END $function$
 -- Refuses an example without exactly one [span]
CREATE OR REPLACE FUNCTION public.check_lexicon_row(lexicon_row jsonb, needed text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT jsonb_strip_nulls(lexicon_row - 'shipped') ?& (needed || '{language,enabled}') THEN
    PERFORM refuse(format('The column %s is empty', min(name)), 'Give it a value; where it has a default, leave it out.')
      FROM unnest(needed || '{language,enabled}') name WHERE lexicon_row ->> name IS NULL;
  END IF;
  IF NOT lexicon_row ->> 'language' = ANY ('{en,fr}') THEN
    PERFORM refuse(format('The language %s is unknown', lexicon_row ->> 'language'), 'Languages are en and fr.');
  END IF;
  IF lexicon_row ->> 'notes' ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The notes have a tab or a line break: write them on one line');
  END IF;
  IF NOT (lexicon_row ->> 'strength')::real BETWEEN 0.5::real AND 0.99::real THEN
    PERFORM refuse(format('The strength %s is not between 0.5 and 0.99', lexicon_row ->> 'strength'),
      'It is how often the value is right when the row decides.');
  END IF;
END $function$
 -- Refuses what no lexicon row may have: an empty column, an unknown language, a strength out of range
CREATE OR REPLACE FUNCTION public.check_local_description()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.term := btrim(NEW.term);
  IF NOT sctid_is_valid(NEW.sctid) THEN
    RAISE EXCEPTION 'The number % is not an SCTID: its check digit is wrong', NEW.sctid USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.active AND NOT EXISTS (SELECT FROM concepts c JOIN serving s ON c.release_id = s.release_id WHERE c.sctid = NEW.sctid AND c.active) THEN
    RAISE EXCEPTION 'The concept % is not in the terminology that is served', NEW.sctid
      USING HINT = 'Look it up: SELECT sctid, fsn FROM concepts WHERE fsn ILIKE ''%...%'';', ERRCODE = 'foreign_key_violation';
  END IF;
  IF fold(NEW.term) = '' OR NEW.term ~ '[[:cntrl:]]' THEN
    RAISE EXCEPTION 'A term needs at least one letter or digit, and no control characters' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.active AND EXISTS (
    SELECT FROM descriptions d
    WHERE d.release_id IN (0, (SELECT release_id FROM serving)) AND d.active AND d.sctid = NEW.sctid
      AND d.language = NEW.language AND d.term_norm = fold(NEW.term) AND d.description_id <> NEW.description_id) THEN
    RAISE EXCEPTION 'The concept % already has this term in this language', NEW.sctid USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $function$
 -- Refuses a term of this site that cannot be right, with the reason
CREATE OR REPLACE FUNCTION public.check_own_example()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  what CONSTANT text := TG_ARGV[0];
  old_row CONSTANT jsonb := CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(OLD) END;
  new_row CONSTANT jsonb := to_jsonb(NEW);
  words CONSTANT text := new_row ->> what;
BEGIN
  IF (old_row -> what, old_row -> 'example_ok', old_row -> 'enabled') = (new_row -> what, new_row -> 'example_ok', new_row -> 'enabled')
    OR lexicon_example_holds(words, NEW.example_ok)
    -- What was live once may come back, by a rollback or an old export.
    OR EXISTS (SELECT FROM lexicon_history h WHERE h.table_name = TG_TABLE_NAME::text COLLATE "default" AND h.row_id = NEW.id
      AND (h.row_data -> what, h.row_data -> 'example_ok', h.row_data -> 'enabled') = (new_row -> what, new_row -> 'example_ok', new_row -> 'enabled')) THEN
    RETURN NEW;
  END IF;
  PERFORM refuse(format('The %s "%s" does not stand in its own example_ok', what, words),
    format('Write a sentence in which the row acts: with the words of the %s, and one span in [square brackets].', what));
  RETURN NULL;
END $function$
 -- Refuses a row whose phrase or heading does not stand in its own example
CREATE OR REPLACE FUNCTION public.check_reviewed_code(what text, code bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT sctid_is_valid(code) THEN
    PERFORM refuse(format('The %s %s is not an SCTID: its check digit is wrong', what, code), 'Copy the whole number again.');
  END IF;
  IF code / 10 % 100 NOT IN (0, 10) THEN
    PERFORM refuse(format('The %s %s is not the number of a concept', what, code),
      'It names a description or a relationship; take the number of the concept.');
  END IF;
END $function$
 -- Refuses a number that is no SCTID of a concept
CREATE OR REPLACE FUNCTION public.check_section_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  sections CONSTANT text[] := '{chief_complaint,history_present_illness,past_history,surgical_history,family_history,social_history,allergies,medications,review_of_systems,examination,vital_signs,investigations,imaging,laboratory,assessment,diagnosis,differential,plan,discharge_instructions,procedure,course,immunizations,obstetric_history,conclusion,indication,other}';
  axis_name text;
  axis_value text;
BEGIN
  NEW.heading_norm := fold(NEW.heading);
  IF coalesce(NEW.heading_norm, '') = '' OR NEW.heading ~ ':\s*$' OR length(NEW.heading) > 80 OR NEW.heading ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A heading is 1 to 80 characters, written without its colon');
  END IF;
  IF NEW.heading ~ '^\s|\s$|\s\s' THEN
    PERFORM refuse('Separate the words of a heading by single spaces, with none at the ends');
  END IF;
  PERFORM check_lexicon_row(to_jsonb(NEW), '{section,needs_colon,strength,example_ok}');
  IF NOT NEW.section = ANY (sections) THEN
    PERFORM refuse(format('The section %s is no canonical name', NEW.section), 'Sections: ' || array_to_string(sections, ', ') || '.');
  END IF;
  FOR axis_name, axis_value IN
    VALUES ('assertion', NEW.assertion), ('subject', NEW.subject), ('temporality', NEW.temporality),
      ('certainty', NEW.certainty), ('role', NEW.role) LOOP
    IF axis_value IS NOT NULL AND NOT axis_value_is_known(axis_name, axis_value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', axis_value, axis_name));
    END IF;
  END LOOP;
  PERFORM check_example(NEW.example_ok, 'example_ok');
  PERFORM refuse_double(format('The heading %s (%s)', NEW.heading, NEW.language),
    (SELECT id FROM section_rules s WHERE (s.language, s.heading_norm) = (NEW.language, NEW.heading_norm) AND s.id <> NEW.id));
  RETURN NEW;
END $function$
 -- Refuses a heading that cannot work
CREATE OR REPLACE FUNCTION public.check_shorthand_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Punctuation cuts a word, and a full stop behind shorthand is its own.
  IF NEW.word ~ '[[:space:].,;:()''-]' OR coalesce(fold(NEW.value), '') IN ('', NEW.word_norm) THEN
    PERFORM refuse('A word of the class SHORTHAND is one word without punctuation, and its value is the long form');
  END IF;
  RETURN NEW;
END $function$
 -- Refuses shorthand that cannot work
CREATE OR REPLACE FUNCTION public.check_span_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.span := btrim(regexp_replace(NEW.span, '\s+', ' ', 'g'));
  IF NEW.language IS NULL OR NEW.language NOT IN ('en', 'fr') THEN
    PERFORM refuse('The language of a review is en or fr');
  END IF;
  IF NEW.span IS NULL OR fold(NEW.span) = '' OR length(NEW.span) > 200 OR NEW.span ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The span of a review is 1 to 200 characters: the words of the span, not the note');
  END IF;
  IF NEW.verdict IS NULL OR NEW.verdict NOT IN ('accepted', 'rejected', 'corrected') THEN
    PERFORM refuse('A verdict is accepted, rejected or corrected');
  END IF;
  IF NEW.verdict = 'corrected' AND NEW.correct_code IS NULL THEN
    PERFORM refuse('A corrected review needs the correct_code', 'Where no right concept is known, the verdict is rejected.');
  END IF;
  IF NEW.verdict <> 'corrected' AND NEW.correct_code IS NOT NULL THEN
    PERFORM refuse(format('A review that is %s has no correct_code', NEW.verdict), 'With another right code the verdict is corrected.');
  END IF;
  IF NEW.verdict <> 'corrected' AND NEW.offered_code IS NULL THEN
    PERFORM refuse(format('A review that is %s needs the offered_code that it is about', NEW.verdict));
  END IF;
  IF NEW.correct_code = NEW.offered_code THEN
    PERFORM refuse('The correct_code is the offered_code', 'Then the verdict is accepted.');
  END IF;
  IF coalesce(NEW.reviewer, '') !~ '[[:alnum:]]' THEN
    PERFORM refuse('A review needs its reviewer');
  END IF;
  PERFORM check_reviewed_code('offered_code', NEW.offered_code);
  PERFORM check_reviewed_code('correct_code', NEW.correct_code);
  RETURN NEW;
END $function$
 -- Refuses a review that says nothing clear, with a message that a clinician understands
CREATE OR REPLACE FUNCTION public.check_trigger_kind(lexicon_row triggers)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  classes CONSTANT text[] := '{contrast,except,cause,restart,positive,encounter,now,subject_switch}';
  class_hint CONSTANT text := 'Classes: ' || array_to_string(classes, ', ') || '.';
BEGIN
  IF lexicon_row.kind = 'trigger' THEN
    IF NOT axis_value_is_known(lexicon_row.axis, coalesce(lexicon_row.value, '')) THEN
      PERFORM refuse(format('%s is no value of the axis %s', coalesce(lexicon_row.value, 'null'), lexicon_row.axis));
    END IF;
    IF NOT lexicon_row.direction = ANY ('{forward,backward,both,bracket,keyvalue}') THEN
      PERFORM refuse('A trigger needs a direction: forward, backward, both, bracket or keyvalue');
    END IF;
    IF lexicon_row.direction = 'bracket' AND cardinality(string_to_array(lexicon_row.phrase, '<GAP:')) <> 2 THEN
      PERFORM refuse('A bracket phrase needs a gap for the span, and one only: ne <GAP:4> pas');
    END IF;
  ELSE
    IF lexicon_row.direction <> 'none' THEN
      PERFORM refuse(format('A %s has no direction: write none', lexicon_row.kind));
    END IF;
    IF lexicon_row.kind <> 'pseudo' AND NOT coalesce(lexicon_row.value = ANY (classes), lexicon_row.kind = 'terminator_pseudo') THEN
      PERFORM refuse(format('%s is no class of terminators', coalesce(lexicon_row.value, 'null')), class_hint);
    END IF;
    IF lexicon_row.kind = 'pseudo' AND lexicon_row.value IS NOT NULL THEN
      PERFORM refuse('A pseudo sets no value: leave value empty');
    END IF;
  END IF;
  IF NOT coalesce(lexicon_row.stops, '{}') <@ classes OR NOT lexicon_row.ignores <@ classes THEN
    PERFORM refuse('stops and ignores may only name classes of terminators', class_hint);
  END IF;
END $function$
 -- Refuses a row of triggers whose value, direction or stops do not go with its kind
CREATE OR REPLACE FUNCTION public.check_trigger_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.phrase_norm := fold(NEW.phrase);
  IF coalesce(NEW.phrase_norm, '') = '' THEN
    PERFORM refuse('The phrase is empty', 'Write the words as they stand in notes.');
  END IF;
  IF phrase_error(NEW.phrase) IS NOT NULL THEN
    PERFORM refuse(phrase_error(NEW.phrase));
  END IF;
  IF NEW.phrase ~ '[^ ];|;[^ ]' THEN
    PERFORM refuse('A semicolon stands alone in a phrase, with a space on either side', 'A phrase is words of a note; no SQL is run from it.');
  END IF;
  PERFORM check_lexicon_row(to_jsonb(NEW), '{kind,axis,direction,stop_at_comma,clause_initial,ignores,in_span,may_cover_target,priority,strength,case_sensitive,accent_sensitive,example_ok}');
  IF NOT NEW.kind = ANY ('{trigger,pseudo,terminator,terminator_pseudo}') THEN
    PERFORM refuse(format('The kind %s is unknown', NEW.kind), 'Kinds are trigger, pseudo, terminator, terminator_pseudo.');
  END IF;
  IF NEW.axis <> '*' AND NOT NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}') THEN
    PERFORM refuse(format('The axis %s is unknown', NEW.axis), 'Axes are assertion, subject, temporality, certainty, role, and * for all.');
  END IF;
  PERFORM check_trigger_kind(NEW);
  IF NOT NEW.max_tokens BETWEEN 1 AND 60 THEN
    PERFORM refuse(format('max_tokens is %s: a scope reaches 1 to 60 words', NEW.max_tokens), 'Leave it empty for the whole sentence.');
  END IF;
  IF NOT NEW.priority BETWEEN 1 AND 99 THEN
    PERFORM refuse(format('The priority %s is not between 1 and 99', NEW.priority), 'The default is 50.');
  END IF;
  IF NOT NEW.in_span = ANY ('{never,prefix,suffix,any}') THEN
    PERFORM refuse(format('in_span cannot be %s', NEW.in_span), 'It is never, prefix, suffix or any.');
  END IF;
  IF NOT NEW.reason = ANY ('{hedge,rule_out,differential,hypothetical,conditional,screening,prevention,risk,hearsay,date,duration}') THEN
    PERFORM refuse(format('The reason %s is unknown', NEW.reason),
      'Reasons are hedge, rule_out, differential, hypothetical, conditional, screening, prevention, risk, hearsay, date, duration.');
  END IF;
  PERFORM check_example(NEW.example_ok, 'example_ok'), check_example(NEW.example_not, 'example_not');
  PERFORM refuse_double(format('The phrase %s (%s, %s, %s, %s)', NEW.phrase, NEW.language, NEW.kind, NEW.axis, NEW.direction),
    (SELECT id FROM triggers t WHERE (t.language, t.kind, t.axis, t.phrase_norm, t.direction)
      = (NEW.language, NEW.kind, NEW.axis, NEW.phrase_norm, NEW.direction) AND t.id <> NEW.id));
  RETURN NEW;
END $function$
 -- Refuses a trigger row that cannot work, with a message that a clinician understands
CREATE OR REPLACE FUNCTION public.check_word_class()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  allowed text;
BEGIN
  -- Locked as by a foreign key: nobody takes the row away before this transaction has ended.
  PERFORM FROM word_classes c WHERE c.class = NEW.class AND word_value_fits(NEW.value, c.value) FOR KEY SHARE;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  SELECT string_agg(CASE c.value WHEN '<number>' THEN 'a number' WHEN '<words>' THEN 'words' ELSE coalesce('"' || c.value || '"', 'none') END,
    ' or ' ORDER BY c.value COLLATE "C" NULLS LAST) INTO allowed FROM word_classes c WHERE c.class = NEW.class;
  IF allowed IS NULL THEN
    PERFORM refuse(format('The class %s is unknown', NEW.class), format('Classes: %s. A new class is a row of word_classes.',
      (SELECT string_agg(DISTINCT c.class, ', ') FROM word_classes c)));
  END IF;
  PERFORM refuse(format('A word of the class %s %s', NEW.class, CASE WHEN allowed = 'none' THEN 'has no value'
      WHEN allowed IN ('a number', 'words') THEN format('needs %s as its value', allowed) ELSE format('has the value %s', allowed) END),
    format('What they mean: SELECT value, meaning FROM word_classes WHERE class = %L. A new value is a row there.', NEW.class));
  RETURN NULL;
END $function$
 -- Refuses a word whose class or value is not in word_classes
CREATE OR REPLACE FUNCTION public.check_word_class_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.class !~ '^[A-Z][A-Z_]*$' THEN
    PERFORM refuse(format('A class is one word in capitals, not "%s"', NEW.class));
  END IF;
  IF NEW.value = '' OR NEW.value ~ '[[:cntrl:]]' OR NEW.value ~ '^<' AND NOT NEW.value IN ('<number>', '<words>') THEN
    PERFORM refuse('The value of a class is words, <number>, <words> or, for none, NULL');
  END IF;
  IF NEW.meaning !~ '\S' OR NEW.meaning ~ '[[:cntrl:]]' THEN
    PERFORM refuse('Say in one line what words of this class and value mean');
  END IF;
  RETURN NEW;
END $function$
 -- Refuses a class that cannot work
CREATE OR REPLACE FUNCTION public.check_word_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.word_norm := fold(NEW.word);
  IF coalesce(NEW.word_norm, '') = '' OR length(NEW.word) > 60 OR NEW.word ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A word is 1 to 60 characters');
  END IF;
  IF NEW.word ~ '^\s|\s$|\s\s' THEN
    PERFORM refuse('Separate words by single spaces, with none at the ends');
  END IF;
  PERFORM check_lexicon_row(to_jsonb(NEW), '{class}');
  IF NEW.value ~ '[[:cntrl:]]' OR NEW.value = '' THEN
    PERFORM refuse('The value of a word is empty (NULL) or a number or a word');
  END IF;
  PERFORM refuse_double(format('The word %s (%s, %s)', NEW.word, NEW.language, NEW.class),
    (SELECT id FROM token_classes w WHERE (w.language, w.class, w.word_norm) = (NEW.language, NEW.class, NEW.word_norm) AND w.id <> NEW.id));
  RETURN NEW;
END $function$
 -- Refuses a word that cannot work
CREATE OR REPLACE FUNCTION public.descriptions_by_key(served integer, keys text[], loose_keys text[])
 RETURNS TABLE(key text, is_loose boolean, description_id bigint, sctid bigint, language text, kind text, term text, term_norm text, semantic_tag text)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET max_parallel_workers_per_gather TO '0'
BEGIN ATOMIC
 SELECT f.key,
     f.is_loose,
     f.description_id,
     f.sctid,
     f.language,
     f.kind,
     f.term,
     f.term_norm,
     c.semantic_tag
    FROM (( SELECT d.term_key AS key,
             false AS is_loose,
             d.description_id,
             d.sctid,
             d.language,
             d.kind,
             d.term,
             d.term_norm
            FROM descriptions d
           WHERE ((d.release_id = ANY (ARRAY[0, descriptions_by_key.served])) AND d.active AND (d.term_key = ANY (descriptions_by_key.keys)))
         UNION ALL
          SELECT loose_key(d.language, d.term) AS loose_key,
             true,
             d.description_id,
             d.sctid,
             d.language,
             d.kind,
             d.term,
             d.term_norm
            FROM descriptions d
           WHERE ((d.release_id = ANY (ARRAY[0, descriptions_by_key.served])) AND d.active AND (d.kind <> 'abbreviation'::text) AND (loose_key(d.language, d.term) = ANY (descriptions_by_key.loose_keys)))) f
      JOIN concepts c ON (((c.release_id = descriptions_by_key.served) AND (c.sctid = f.sctid) AND c.active)))
   ORDER BY f.description_id;
END
 -- The active terms of a release and of this site with one of these keys (term_key), and those with one of these loose keys (loose_key)
CREATE OR REPLACE FUNCTION public.drop_release(old_id integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  old_set record;
BEGIN
  IF old_id = 0 OR EXISTS (SELECT FROM serving WHERE release_id = old_id) THEN
    RAISE EXCEPTION 'Release % is in use and cannot be dropped', old_id
      USING HINT = 'Switch to another release first.', ERRCODE = 'object_in_use';
  END IF;
  FOR old_set IN SELECT table_name FROM embedding_sets WHERE release_id = old_id LOOP
    EXECUTE format('DROP TABLE %I', old_set.table_name);
  END LOOP;
  DELETE FROM thresholds WHERE release_id = old_id;
  DELETE FROM embedding_sets WHERE release_id = old_id;
  EXECUTE format('DROP TABLE IF EXISTS concepts_r%s', old_id);
  EXECUTE format('DROP TABLE IF EXISTS descriptions_r%s', old_id);
  EXECUTE format('DROP TABLE IF EXISTS concept_parents_r%s', old_id);
  DELETE FROM terminology_releases WHERE release_id = old_id;
END $function$
 -- Removes a release that is not served, with its vectors
CREATE OR REPLACE FUNCTION public.edit_lexicon_draft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  live_table CONSTANT text := TG_ARGV[0];
  name CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN coalesce(NEW.draft, lexicon_draft()) ELSE OLD.draft END;
  other CONSTANT text := current_setting('lexicon.draft_edited', true);
  live lexicon_history;
  id int;
  checked jsonb;
  new_key text;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.id IS NOT NULL OR TG_OP = 'UPDATE' AND NEW.id IS DISTINCT FROM OLD.id THEN
    PERFORM refuse('The database gives the numbers of rows', 'Leave out the column id.');
  ELSIF TG_OP = 'UPDATE' AND NEW.draft IS DISTINCT FROM OLD.draft THEN
    PERFORM refuse('A row stays in its draft', 'Name the draft that you edit in the condition: WHERE draft = ''...''.');
  ELSIF TG_OP <> 'INSERT' AND other <> '' AND other <> name THEN
    PERFORM refuse(format('The statement would edit the drafts "%s" and "%s"', least(name, other), greatest(name, other)),
      format('Say which one: WHERE draft = %L AND ...', CASE name WHEN 'draft' THEN other ELSE name END));
  END IF;
  PERFORM set_config('lexicon.draft_edited', name, true), lexicon_begin(name);
  IF TG_OP = 'INSERT' THEN
    SELECT least(min(c.row_id), 0) - 1 INTO id FROM lexicon_draft_changes c WHERE c.draft = name AND c.table_name = live_table;
  ELSE
    id := OLD.id;
    SELECT h.* INTO live FROM lexicon_history h WHERE h.table_name = live_table AND h.row_id = OLD.id AND h.version_to IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    checked := lexicon_check_row(name, live_table, id, to_jsonb(NEW));
    new_key := lexicon_row_key(live_table, checked);
  END IF;
  IF TG_OP = 'DELETE' AND id < 0 OR lexicon_content(checked) = lexicon_content(live.row_data) THEN
    DELETE FROM lexicon_draft_changes c WHERE c.draft = name AND c.table_name = live_table AND c.row_id = id;
  ELSE
    UPDATE lexicon_draft_changes c SET row_data = checked, row_key = new_key, author = lexicon_editor(), changed_at = now()
    WHERE c.draft = name AND c.table_name = live_table AND c.row_id = id;
    IF NOT FOUND THEN
      INSERT INTO lexicon_draft_changes (draft, table_name, row_id, row_data, row_key, base_key, base_version, author)
      VALUES (name, live_table, id, checked, new_key, CASE WHEN id > 0 THEN lexicon_row_key(live_table, live.row_data) END,
        live.version_from, lexicon_editor());
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN jsonb_populate_record(NEW,
    checked || jsonb_build_object('draft', name, 'draft_change', CASE WHEN id < 0 THEN 'added' ELSE 'changed' END));
END $function$
 -- Keeps an edit of a draft view as a change of the draft, after the checks of the live table
CREATE OR REPLACE FUNCTION public.fold(term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((octet_length(term) = length(term)) AND (term !~ '[	-`]|  '::text)) THEN btrim(lower((term COLLATE "C"))) ELSE btrim(regexp_replace(lower((replace(replace(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(term, NFD), '[̀-ͯ­​‌‍⁠﻿]'::text, ''::text, 'g'::text), 'øØłŁ’‘‛ʼ′´`“”„«»‐‑‒–—―−µςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'::text, 'ooll''''''''''''''"""""-------μσαβγδεζηθικλμνξοπρστυφχψω'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'ß'::text, 'ss'::text), 'ẞ'::text, 'ss'::text) COLLATE "C")), '[	-               　   ]+'::text, ' '::text, 'g'::text)) END
 -- Folds a term for comparison: no case, no accents, no ligatures, plain apostrophes, dashes and spaces, one space between words
CREATE OR REPLACE FUNCTION public.index_embedding_set(for_model integer, for_release integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  name text := (SELECT table_name FROM embedding_sets WHERE model_id = for_model AND release_id = for_release);
  dimensions int := (SELECT m.dimensions FROM models m WHERE model_id = for_model);
  kilobytes bigint;
  allowed bigint := pg_size_bytes(current_setting('effective_cache_size')) / 4 / 1024;
BEGIN
  -- Older versions have a memory fault in parallel builds.
  IF (SELECT string_to_array(extversion, '.')::int[] < '{0,8,4}' FROM pg_extension WHERE extname = 'vector') THEN
    PERFORM set_config('max_parallel_maintenance_workers', '0', true);
  END IF;
  -- A graph that does not fit into memory is built many times slower: vector, 2 * m neighbours and bookkeeping for each row.
  EXECUTE format('SELECT count(*) * (%s * 4 + 800) / 1024 FROM %I', dimensions, name) INTO kilobytes;
  IF kilobytes > pg_size_bytes(current_setting('maintenance_work_mem')) / 1024 THEN
    PERFORM set_config('maintenance_work_mem', greatest(least(kilobytes, allowed), pg_size_bytes(current_setting('maintenance_work_mem')) / 1024) || 'kB', true);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index WHERE indrelid = name::regclass AND indisprimary) THEN
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (description_id)', name);
  END IF;
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING hnsw (embedding vector_cosine_ops) WITH (m = 24, ef_construction = 128)', name || '_hnsw', name);
  EXECUTE format('ANALYZE %I', name);
  UPDATE embedding_sets SET state = 'ready' WHERE model_id = for_model AND release_id = for_release;
END $function$
 -- Builds the HNSW index (cosine) of a filled table of vectors and marks it ready
CREATE OR REPLACE FUNCTION public.keep_case_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, OLD.id, OLD.shipped);
  ELSE
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, NEW.id, NEW.shipped);
  END IF;
  RETURN NULL;
END $function$
 -- Remembers shipped cases that this site deletes, so that an upgrade does not bring them back
CREATE OR REPLACE FUNCTION public.keep_lexicon_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  edit_version int;
  known lexicon_history;
BEGIN
  IF lexicon_is_checking() THEN
    RAISE EXCEPTION 'Nothing was changed: lexicon.draft_check is on'
      USING ERRCODE = 'LXCHK', DETAIL = coalesce((to_jsonb(NEW) - 'shipped')::text, ''), HINT = 'RESET lexicon.draft_check.';
  END IF;
  -- stamp_lexicon_row has asked for it already where there is a new row.
  edit_version := CASE TG_OP WHEN 'DELETE' THEN lexicon_edit_version() ELSE NEW.version END;
  IF TG_OP <> 'INSERT' THEN
    -- A name compares in another collation than the index of live rows has.
    SELECT * INTO known FROM lexicon_history WHERE table_name = TG_TABLE_NAME::text COLLATE "default" AND row_id = OLD.id AND version_to IS NULL;
    -- A row that this very transaction made was never served.
    DELETE FROM lexicon_history WHERE history_id = known.history_id AND known.version_from = edit_version;
    UPDATE lexicon_history SET version_to = edit_version WHERE history_id = known.history_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO lexicon_history (table_name, row_id, row_data, version_from)
    VALUES (TG_TABLE_NAME, NEW.id, to_jsonb(NEW) - 'shipped', edit_version);
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, NEW.id, NEW.shipped);
  ELSE
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, OLD.id, OLD.shipped);
  END IF;
  RETURN NULL;
END $function$
 -- Keeps every form of a lexicon row with the versions it was valid in
CREATE OR REPLACE FUNCTION public.keep_lexicon_removal(operation text, of_table text, id integer, shipped_form jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF shipped_form IS NULL OR lexicon_is_loading() THEN
    RETURN;
  ELSIF operation = 'DELETE' THEN
    INSERT INTO lexicon_removals (table_name, row_key, row_id, shipped, removed_by)
    VALUES (of_table, lexicon_row_key(of_table, shipped_form), id, shipped_form, lexicon_editor())
    ON CONFLICT (table_name, row_key) DO UPDATE
    SET row_id = excluded.row_id, shipped = excluded.shipped, removed_by = excluded.removed_by, removed_at = now();
  ELSIF operation = 'INSERT' THEN
    DELETE FROM lexicon_removals WHERE table_name = of_table AND row_key = lexicon_row_key(of_table, shipped_form);
  END IF;
END $function$
 -- Remembers a shipped row that this site deletes, so that an upgrade does not bring it back; forgets it when the site brings it back
CREATE OR REPLACE FUNCTION public.keep_used_word_class()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM refuse('TRUNCATE would leave words without their class', 'Use DELETE.');
  ELSIF EXISTS (SELECT FROM token_classes w WHERE w.class = OLD.class AND word_value_fits(w.value, OLD.value)
    AND NOT EXISTS (SELECT FROM word_classes c WHERE c.class = w.class AND word_value_fits(w.value, c.value))) THEN
    PERFORM refuse(format('There are words of the class %s with %s', OLD.class, coalesce('the value ' || OLD.value, 'no value')),
      format('Change these words first: SELECT * FROM token_classes WHERE class = %L.', OLD.class));
  END IF;
  RETURN NULL;
END $function$
 -- Refuses to take away a class or value that words have
CREATE OR REPLACE FUNCTION public.lexicon_activate(draft text DEFAULT lexicon_draft(), reason text DEFAULT NULL::text, override text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  problem text;
  why text;
  who text;
  made int;
BEGIN
  PERFORM lexicon_require_draft(draft);
  PERFORM pg_advisory_xact_lock(hashtext('lexicon_versions'));
  SELECT string_agg(format('%s %s (%s) was %s', d.table_name, d.row_id, d.phrase, d.conflict), '; ' ORDER BY d.table_name, d.row_id)
  INTO problem FROM lexicon_draft_diff d WHERE d.draft = lexicon_activate.draft AND d.conflict IS NOT NULL;
  IF problem IS NOT NULL THEN
    PERFORM refuse(format('Rows of the draft "%s" were edited live: %s', draft, problem),
      format('Take each out of the draft, SELECT lexicon_discard(%L, table, id), look at it, and draft it again.', draft));
  END IF;
  SELECT string_agg(DISTINCT c.author, ', ') INTO who FROM lexicon_draft_changes c WHERE c.draft = lexicon_activate.draft;
  IF who IS NULL THEN
    PERFORM refuse(format('The draft "%s" is empty', draft));
  END IF;
  IF nullif(btrim(override), '') IS NULL THEN
    PERFORM lexicon_require_cases(draft);
  END IF;
  BEGIN
    PERFORM lexicon_apply((SELECT jsonb_agg(jsonb_build_object('table_name', c.table_name, 'row_id', c.row_id, 'row_data', c.row_data))
      FROM lexicon_draft_changes c WHERE c.draft = lexicon_activate.draft));
  EXCEPTION WHEN unique_violation THEN
    GET STACKED DIAGNOSTICS problem = PG_EXCEPTION_DETAIL;
    PERFORM refuse(format('The draft "%s" has a row that someone has added live since: %s', draft, problem),
      'Delete the row from the draft, or the live one.');
  END;
  made := lexicon_edit_version();
  SELECT coalesce(lexicon_activate.reason, nullif(d.reason, '')) INTO why FROM lexicon_drafts d WHERE d.name = draft;
  PERFORM lexicon_explain_version(made, why, format('draft "%s" by %s', draft, who), 'in spite of the cases: ' || nullif(btrim(override), ''));
  DELETE FROM lexicon_checks c WHERE c.target = draft;
  DELETE FROM lexicon_drafts d WHERE d.name = draft;
  RETURN made;
END $function$
 -- Makes a draft live as one version, whose number it returns; override: why in spite of broken cases
CREATE OR REPLACE FUNCTION public.lexicon_apply(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  lexicon_table text;
  source CONSTANT text := '(SELECT row_id, row_data FROM jsonb_to_recordset($1) AS c (table_name text, row_id int, row_data jsonb) WHERE table_name = %1$L)';
BEGIN
  FOREACH lexicon_table IN ARRAY '{triggers,section_rules,token_classes,confidence_points}'::text[] LOOP
    -- A row whose key changes is taken out and put back, so that rows may swap their keys.
    EXECUTE format('DELETE FROM %1$I t USING ' || source || ' c WHERE t.id = c.row_id
      AND lexicon_row_key(%1$L, to_jsonb(t)) IS DISTINCT FROM lexicon_row_key(%1$L, c.row_data)', lexicon_table) USING changes;
    EXECUTE format('UPDATE %1$I t SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(t, c.row_data))
      FROM ' || source || ' c WHERE t.id = c.row_id', lexicon_table, lexicon_columns(lexicon_table)) USING changes;
    EXECUTE format('INSERT INTO %1$I (id, %2$s) OVERRIDING SYSTEM VALUE SELECT c.row_id, %3$s
      FROM ' || source || ' c, jsonb_populate_record(NULL::%1$I, c.row_data) r
      WHERE c.row_id > 0 AND c.row_data IS NOT NULL AND NOT EXISTS (SELECT FROM %1$I t WHERE t.id = c.row_id) ORDER BY c.row_id',
      lexicon_table, lexicon_columns(lexicon_table), 'r.' || replace(lexicon_columns(lexicon_table), ', ', ', r.')) USING changes;
    EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %3$s
      FROM ' || source || ' c, jsonb_populate_record(NULL::%1$I, c.row_data) r WHERE c.row_id < 0 ORDER BY c.row_id DESC',
      lexicon_table, lexicon_columns(lexicon_table), 'r.' || replace(lexicon_columns(lexicon_table), ', ', ', r.')) USING changes;
  END LOOP;
END $function$
 -- Makes the live rows of these ids read so: a list of table_name, row_id (negative: a new row), row_data (null: deleted)
CREATE OR REPLACE FUNCTION public.lexicon_begin(draft text, reason text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF coalesce(draft, '') = '' OR length(draft) > 60 OR draft <> btrim(draft) OR draft ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The name of a draft is 1 to 60 characters, without spaces at its ends');
  END IF;
  -- One transaction at a time edits a draft; an activation in between makes it begin anew.
  INSERT INTO lexicon_drafts (name, author, reason)
  VALUES (draft, lexicon_editor(), coalesce(lexicon_begin.reason, current_setting('lexicon.reason', true), ''))
  ON CONFLICT ON CONSTRAINT lexicon_drafts_pkey DO UPDATE
  SET changed_at = now(), reason = coalesce(lexicon_begin.reason, lexicon_drafts.reason);
  RETURN draft;
END $function$
 -- Begins a draft and returns its name; goes on with one that is there. The reason becomes that of the version
CREATE OR REPLACE FUNCTION public.lexicon_cases_fingerprint()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT md5(COALESCE(string_agg((jsonb_build_array(c.id, c.language, c.text, c.span, c.occurrence, c.note_date, c.assertion, c.subject, c.temporality, c.certainty, c.role))::text, chr(10) ORDER BY c.id), ''::text)) AS md5 FROM lexicon_cases c WHERE c.enabled)
 -- Changes when the enabled cases change
CREATE OR REPLACE FUNCTION public.lexicon_check_row(draft text, lexicon_table text, row_id integer, row_data jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
DECLARE
  new_key CONSTANT text := lexicon_row_key(lexicon_table, row_data);
  columns CONSTANT text := lexicon_columns(lexicon_table);
  near lexicon_draft_changes;
  checked text;
BEGIN
  -- All of this block is undone: by the error that carries the checked row, or by the refusal.
  FOR near IN SELECT * FROM lexicon_draft_changes c
    WHERE c.draft = lexicon_check_row.draft AND c.table_name = lexicon_table AND c.row_id <> lexicon_check_row.row_id
      AND new_key IN (c.base_key, c.row_key) ORDER BY c.row_key = new_key NULLS FIRST LOOP
    PERFORM lexicon_apply(jsonb_build_array(jsonb_build_object(
      'table_name', lexicon_table, 'row_id', near.row_id, 'row_data', CASE WHEN near.row_key = new_key THEN near.row_data END)));
  END LOOP;
  PERFORM set_config('lexicon.draft_check', 'on', true);
  EXECUTE format('UPDATE %1$I t SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(t, $2)) WHERE t.id = $1', lexicon_table, columns)
    USING row_id, row_data;
  EXECUTE format('INSERT INTO %1$I (id, %2$s) OVERRIDING SYSTEM VALUE SELECT $1, %2$s FROM jsonb_populate_record(NULL::%1$I, $2 - ''id'')',
    lexicon_table, columns) USING row_id, row_data;
EXCEPTION WHEN SQLSTATE 'LXCHK' THEN
  GET STACKED DIAGNOSTICS checked = PG_EXCEPTION_DETAIL;
  RETURN checked::jsonb;
END $function$
 -- The row as the live table would keep it beside the rest of the draft, or the refusal of the live table; changes nothing
CREATE OR REPLACE FUNCTION public.lexicon_columns(table_name text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT string_agg(quote_ident((pg_attribute.attname)::text), ', '::text ORDER BY pg_attribute.attnum) AS string_agg FROM pg_attribute WHERE ((pg_attribute.attrelid = ((lexicon_columns.table_name)::regclass)::oid) AND (pg_attribute.attnum > 0) AND (NOT pg_attribute.attisdropped) AND (lexicon_content(jsonb_build_object(pg_attribute.attname, 1)) <> '{}'::jsonb)))
 -- The columns of a lexicon table that a person edits, as a list for SQL
CREATE OR REPLACE FUNCTION public.lexicon_content(lexicon_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (lexicon_row - '{id,phrase_norm,heading_norm,word_norm,origin,shipped,version,updated_by,updated_at,draft_change}'::text[])
 -- The columns of a row that a person edits
CREATE OR REPLACE FUNCTION public.lexicon_difference(lexicon_row jsonb, other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT COALESCE(jsonb_object_agg(columns.name, columns.value), '{}'::jsonb) AS "coalesce" FROM jsonb_each(lexicon_content(lexicon_difference.lexicon_row)) columns(name, value) WHERE (columns.value IS DISTINCT FROM (lexicon_difference.other -> columns.name)))
 -- The edited columns of a row that the other row has differently, with the values of the first
CREATE OR REPLACE FUNCTION public.lexicon_discard(draft text DEFAULT lexicon_draft(), table_name text DEFAULT NULL::text, row_id integer DEFAULT NULL::integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  dropped int;
BEGIN
  PERFORM lexicon_require_draft(draft);
  DELETE FROM lexicon_draft_changes c WHERE c.draft = lexicon_discard.draft
    AND c.table_name = coalesce(lexicon_discard.table_name, c.table_name) AND c.row_id = coalesce(lexicon_discard.row_id, c.row_id);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  IF coalesce(table_name, row_id::text) IS NULL THEN
    DELETE FROM lexicon_checks c WHERE c.target = draft;
    DELETE FROM lexicon_drafts d WHERE d.name = draft;
  ELSIF dropped = 0 THEN
    PERFORM refuse(format('The draft "%s" has no such row', draft), 'See SELECT * FROM lexicon_draft_diff.');
  END IF;
  RETURN dropped;
END $function$
 -- Drops a draft, or what it holds of one table or row; returns how many changes
CREATE OR REPLACE FUNCTION public.lexicon_draft()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE(NULLIF(current_setting('lexicon.draft'::text, true), ''::text), 'draft'::text)
 -- The draft of an INSERT that names none: lexicon.draft if set (SET LOCAL), else draft
CREATE OR REPLACE FUNCTION public.lexicon_draft_fingerprint(draft text DEFAULT lexicon_draft())
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT md5(COALESCE(string_agg(concat_ws(chr(9), c.table_name, c.row_id, (lexicon_content(c.row_data))::text), chr(10) ORDER BY (c.table_name COLLATE "C"), c.row_id), ''::text)) AS md5 FROM lexicon_draft_changes c WHERE (c.draft = lexicon_draft_fingerprint.draft))
 -- Changes when the draft changes
CREATE OR REPLACE FUNCTION public.lexicon_draft_names()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT lexicon_draft() AS lexicon_draft
 UNION
  SELECT d.name
    FROM lexicon_drafts d
   WHERE (COALESCE(current_setting('lexicon.draft'::text, true), ''::text) = ''::text);
END
 -- The drafts that the draft views show: lexicon.draft alone if set (SET LOCAL), else all, with the one called draft
CREATE OR REPLACE FUNCTION public.lexicon_edit_version()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  edit_version int;
BEGIN
  SELECT version INTO edit_version FROM lexicon_versions
  WHERE transaction_id = pg_current_xact_id() AND created_at = now();
  IF edit_version IS NULL THEN
    -- Held until commit, so that versions appear in the order of their numbers.
    PERFORM pg_advisory_xact_lock(hashtext('lexicon_versions'));
    INSERT INTO lexicon_versions (version, transaction_id, author, reason, created_at)
    VALUES ((SELECT coalesce(max(version), 0) + 1 FROM lexicon_versions), pg_current_xact_id(),
      lexicon_editor(), coalesce(current_setting('lexicon.reason', true), ''), now())
    RETURNING version INTO edit_version;
  END IF;
  RETURN edit_version;
END $function$
 -- The lexicon version that this transaction makes
CREATE OR REPLACE FUNCTION public.lexicon_editor()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE(NULLIF(current_setting('lexicon.author'::text, true), ''::text), NULLIF(current_setting('role'::text, true), 'none'::text), (SESSION_USER)::text)
 -- Who is editing: lexicon.author of the transaction, else the role, also inside a function with the rights of its owner
CREATE OR REPLACE FUNCTION public.lexicon_example_holds(phrase text, example text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  words text := regexp_replace(fold(phrase), '([][{}().*+?^$|\\])', '\\\1', 'g');
BEGIN
  IF words ~ '^[a-z0-9]' AND words !~ '^(n''t|openbox|tickedbox)' THEN
    words := '\m' || words;
  END IF;
  IF words ~ '[a-z0-9]$' THEN
    words := words || '\M';
  END IF;
  -- Between two words stands at most what is no word.
  words := replace(words, ' ', '[^a-z0-9]*');
  IF words ~ '<|box' THEN
    words := regexp_replace(words, '<[a-z]+(:[1-6]|(<=|>=|<|>)?[0-9]*)>|openbox|tickedbox', '.*', 'g');
  END IF;
  RETURN fold(translate(example, '[]', '')) ~ words;
END $function$
 -- Whether the words of a phrase or heading stand in an example, in order; what a class or a gap matches is left open
CREATE OR REPLACE FUNCTION public.lexicon_explain_version(made integer, VARIADIC reasons text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE lexicon_versions v SET reason = concat_ws('; '::text, NULLIF(v.reason, ''::text), ( SELECT string_agg(r.why, '; '::text ORDER BY r.place) AS string_agg
            FROM unnest(lexicon_explain_version.reasons) WITH ORDINALITY r(why, place)
           WHERE (r.why IS DISTINCT FROM v.reason)))
   WHERE ((v.version = lexicon_explain_version.made) AND (v.transaction_id = pg_current_xact_id()) AND (v.created_at = now()));
END
 -- Adds to the reason of the version that this transaction makes, and of no other
CREATE OR REPLACE FUNCTION public.lexicon_findings()
 RETURNS TABLE(rule text, severity text, table_name text, row_id integer, language text, phrase text, message text, other_row_id integer)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
BEGIN ATOMIC
 SELECT lint_silenced.rule,
     lint_silenced.severity,
     lint_silenced.table_name,
     lint_silenced.row_id,
     lint_silenced.language,
     lint_silenced.phrase,
     lint_silenced.message,
     lint_silenced.other_row_id
    FROM lint_silenced
 UNION ALL
  SELECT lint_class_without_words.rule,
     lint_class_without_words.severity,
     lint_class_without_words.table_name,
     lint_class_without_words.row_id,
     lint_class_without_words.language,
     lint_class_without_words.phrase,
     lint_class_without_words.message,
     lint_class_without_words.other_row_id
    FROM lint_class_without_words
 UNION ALL
  SELECT lint_two_values.rule,
     lint_two_values.severity,
     lint_two_values.table_name,
     lint_two_values.row_id,
     lint_two_values.language,
     lint_two_values.phrase,
     lint_two_values.message,
     lint_two_values.other_row_id
    FROM lint_two_values
 UNION ALL
  SELECT lint_shadowed.rule,
     lint_shadowed.severity,
     lint_shadowed.table_name,
     lint_shadowed.row_id,
     lint_shadowed.language,
     lint_shadowed.phrase,
     lint_shadowed.message,
     lint_shadowed.other_row_id
    FROM lint_shadowed
 UNION ALL
  SELECT lint_heading_twins.rule,
     lint_heading_twins.severity,
     lint_heading_twins.table_name,
     lint_heading_twins.row_id,
     lint_heading_twins.language,
     lint_heading_twins.phrase,
     lint_heading_twins.message,
     lint_heading_twins.other_row_id
    FROM lint_heading_twins
 UNION ALL
  SELECT lint_two_classes.rule,
     lint_two_classes.severity,
     lint_two_classes.table_name,
     lint_two_classes.row_id,
     lint_two_classes.language,
     lint_two_classes.phrase,
     lint_two_classes.message,
     lint_two_classes.other_row_id
    FROM lint_two_classes
 UNION ALL
  SELECT lint_missing_accents.rule,
     lint_missing_accents.severity,
     lint_missing_accents.table_name,
     lint_missing_accents.row_id,
     lint_missing_accents.language,
     lint_missing_accents.phrase,
     lint_missing_accents.message,
     lint_missing_accents.other_row_id
    FROM lint_missing_accents
 UNION ALL
  SELECT lint_missing_inflection.rule,
     lint_missing_inflection.severity,
     lint_missing_inflection.table_name,
     lint_missing_inflection.row_id,
     lint_missing_inflection.language,
     lint_missing_inflection.phrase,
     lint_missing_inflection.message,
     lint_missing_inflection.other_row_id
    FROM lint_missing_inflection
 UNION ALL
  SELECT lint_no_pseudo.rule,
     lint_no_pseudo.severity,
     lint_no_pseudo.table_name,
     lint_no_pseudo.row_id,
     lint_no_pseudo.language,
     lint_no_pseudo.phrase,
     lint_no_pseudo.message,
     lint_no_pseudo.other_row_id
    FROM lint_no_pseudo
 UNION ALL
  SELECT lint_no_partner.rule,
     lint_no_partner.severity,
     lint_no_partner.table_name,
     lint_no_partner.row_id,
     lint_no_partner.language,
     lint_no_partner.phrase,
     lint_no_partner.message,
     lint_no_partner.other_row_id
    FROM lint_no_partner;
END
 -- What every view lint_... finds
CREATE OR REPLACE FUNCTION public.lexicon_is_as_shipped(lexicon_row jsonb, shipped jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((('{"notes": null, "enabled": true}'::jsonb || shipped) = (SELECT jsonb_object_agg(name.name, (lexicon_is_as_shipped.lexicon_row -> name.name)) AS jsonb_object_agg FROM jsonb_object_keys(('{"notes": null, "enabled": true}'::jsonb || lexicon_is_as_shipped.shipped)) name(name))), false)
 -- Whether a row reads as the service ships it: same columns, same notes, enabled where it is shipped so
CREATE OR REPLACE FUNCTION public.lexicon_is_checking()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('lexicon.draft_check'::text, true), ''::text) = 'on'::text)
 -- Whether an edit of a live table is only tried, for a draft: it then ends in an error that carries the row
CREATE OR REPLACE FUNCTION public.lexicon_is_loading()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('lexicon.loading'::text, true), ''::text) = 'on'::text)
 -- Whether the service is publishing its shipped rows in this transaction
CREATE OR REPLACE FUNCTION public.lexicon_require_cases(draft text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  broken_cases int;
  otherwise CONSTANT text := format(' Or say why it must be so: SELECT lexicon_activate(%L, override => ''...'').', draft);
BEGIN
  IF NOT EXISTS (SELECT FROM lexicon_cases c WHERE c.enabled) THEN
    RETURN;
  END IF;
  SELECT c.broken INTO broken_cases FROM lexicon_check_targets t JOIN lexicon_checks c ON c.target = t.target
  WHERE t.target = draft AND t.checked;
  IF broken_cases IS NULL THEN
    PERFORM refuse(format('The cases have not been run on the draft "%s" as it is now', draft),
      format('A running service does it within two seconds: SELECT * FROM lexicon_draft_status. Without one: npm run lexicon -- check --draft ''%s''.', draft) || otherwise);
  ELSIF broken_cases > 0 THEN
    PERFORM refuse(format('The draft "%s" breaks %s of the cases and examples', draft, broken_cases),
      format('See which: SELECT * FROM lexicon_broken_cases WHERE draft = %L.', draft) || otherwise);
  END IF;
END $function$
 -- Refuses a draft that breaks a case or an example, or that was not checked as it is now; lets all pass where no case is enabled
CREATE OR REPLACE FUNCTION public.lexicon_require_draft(draft text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Whoever edits this draft now comes first, or begins it anew.
  PERFORM FROM lexicon_drafts d WHERE d.name = lexicon_require_draft.draft FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse(format('There is no draft named "%s"', coalesce(draft, 'null')), coalesce(
      (SELECT 'Drafts: ' || string_agg(d.name, ', ' ORDER BY d.name) || '.' FROM lexicon_drafts d), 'There are no drafts now.'));
  END IF;
END $function$
 -- Refuses a draft that is unknown; locks it until commit
CREATE OR REPLACE FUNCTION public.lexicon_rollback(to_version integer, reason text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  changes jsonb;
  made int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('lexicon_versions'));
  IF to_version IS NULL OR NOT EXISTS (SELECT FROM lexicon_versions v WHERE v.version = to_version) THEN
    PERFORM refuse(format('There is no version %s', coalesce(to_version::text, 'null')),
      format('Versions go from 1 to %s: SELECT * FROM lexicon_versions.', (SELECT max(v.version) FROM lexicon_versions v)));
  END IF;
  IF coalesce(btrim(reason), '') = '' THEN
    PERFORM refuse('Going back needs a reason', format('SELECT lexicon_rollback(%s, ''why'').', to_version));
  END IF;
  SELECT jsonb_agg(jsonb_build_object('table_name', table_name, 'row_id', row_id, 'row_data', past.row_data)) INTO changes
  FROM (SELECT h.table_name, h.row_id, h.row_data FROM lexicon_history h
      WHERE h.version_from <= to_version AND h.version_to > to_version) past
    FULL JOIN (SELECT h.table_name, h.row_id, h.row_data FROM lexicon_history h
      WHERE h.version_from > to_version AND h.version_to IS NULL) live USING (table_name, row_id)
  WHERE lexicon_content(past.row_data) IS DISTINCT FROM lexicon_content(live.row_data);
  IF changes IS NULL THEN
    PERFORM refuse(format('The rows are those of version %s already', to_version));
  END IF;
  PERFORM lexicon_apply(changes);
  made := lexicon_edit_version();
  PERFORM lexicon_explain_version(made, format('back to version %s', to_version), reason);
  RETURN made;
END $function$
 -- Makes the rows of an earlier version live again, as a new version whose number it returns
CREATE OR REPLACE FUNCTION public.lexicon_row_key(table_name text, lexicon_row jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE table_name WHEN 'triggers'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'kind'::text), (lexicon_row ->> 'axis'::text), fold((lexicon_row ->> 'phrase'::text)), (lexicon_row ->> 'direction'::text)) WHEN 'section_rules'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), fold((lexicon_row ->> 'heading'::text))) WHEN 'confidence_points'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'axis'::text), (lexicon_row ->> 'value'::text), (lexicon_row ->> 'source'::text), (lexicon_row ->> 'score'::text)) WHEN 'lexicon_cases'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'text'::text), (lexicon_row ->> 'span'::text), (lexicon_row ->> 'occurrence'::text), (lexicon_row ->> 'note_date'::text)) ELSE concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'class'::text), fold((lexicon_row ->> 'word'::text))) END
 -- What tells a lexicon row from the others of its table
CREATE OR REPLACE FUNCTION public.lexicon_row_name(lexicon_row jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((lexicon_row ->> 'phrase'::text), (lexicon_row ->> 'heading'::text), (lexicon_row ->> 'word'::text), concat_ws(' '::text, (lexicon_row ->> 'axis'::text), (lexicon_row ->> 'value'::text), (lexicon_row ->> 'source'::text), (lexicon_row ->> 'score'::text)))
 -- By which a person knows a row: its phrase, heading or word; of a confidence point its place
CREATE OR REPLACE FUNCTION public.lexicon_rows_at(table_name text, version integer)
 RETURNS TABLE(row_id integer, row_data jsonb)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT h.row_id,
     h.row_data
    FROM lexicon_history h
   WHERE ((h.table_name = lexicon_rows_at.table_name) AND (h.version_from <= lexicon_rows_at.version) AND ((h.version_to IS NULL) OR (h.version_to > lexicon_rows_at.version)))
   ORDER BY h.row_id;
END
 -- The rows of a table as they were in a version
CREATE OR REPLACE FUNCTION public.loose_key(language text, term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(arabic_numerals(CASE language WHEN 'fr'::text THEN regexp_replace(regexp_replace(term_key(regexp_replace(fold(term), '\m[dl]'''::text, ''::text, 'g'::text)), ' (de|du|des|la|le|les)(?= )'::text, ''::text, 'g'::text), '\maux?\M'::text, 'a'::text, 'g'::text) ELSE one_spelling(regexp_replace(term_key(regexp_replace(fold(term), '''s\M'::text, ''::text, 'g'::text)), ' (of|the)(?= )'::text, ''::text, 'g'::text)) END), '([a-z]{3}) (?=[a-z]{3})'::text, '\1'::text, 'g'::text)
 -- The key of a term (term_key) with longer words joined, without articles and "of" or "de" inside it, in one spelling, with Roman numerals in figures
CREATE OR REPLACE FUNCTION public.note_local_description()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  local_set record;
BEGIN
  -- A changed or removed term loses its vector; the service embeds what has none.
  IF TG_OP <> 'INSERT' THEN
    FOR local_set IN SELECT table_name FROM embedding_sets WHERE release_id = 0 LOOP
      EXECUTE format('DELETE FROM %I WHERE description_id = $1', local_set.table_name) USING OLD.description_id;
    END LOOP;
  END IF;
  UPDATE serving SET local_version = local_version + 1;
  RETURN NULL;
END $function$
 -- Drops the vector of a changed term of this site and counts the change
CREATE OR REPLACE FUNCTION public.one_spelling(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(key, '[ao]e(?=[a-z])'::text, 'e'::text, 'g'::text), '([a-z]{2})our'::text, '\1or'::text, 'g'::text), '([a-z]{3}[iy])z'::text, '\1s'::text, 'g'::text), 'leuc'::text, 'leuk'::text, 'g'::text), 'sulph'::text, 'sulf'::text, 'g'::text), '([a-z]{3})ll(?=[a-z])'::text, '\1l'::text, 'g'::text), '([a-z]{2}[bt])er\M'::text, '\1r'::text, 'g'::text), 'disk'::text, 'disc'::text, 'g'::text)
 -- A key (term_key) in which British and American spellings meet: haemorrhage, tumour, paralyse, fibre
CREATE OR REPLACE FUNCTION public.phrase_error(phrase text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  elements text[] := string_to_array(phrase, ' ');
  element text;
  literals text;
  parts text[];
  gaps int := 0;
BEGIN
  IF phrase = '' THEN
    RETURN 'The phrase is empty';
  END IF;
  IF length(phrase) > 120 THEN
    RETURN 'The phrase is longer than 120 characters';
  END IF;
  IF phrase <> btrim(phrase) OR phrase LIKE '%  %' OR phrase ~ '[[:cntrl:]]' THEN
    RETURN 'Separate the words of the phrase by single spaces, with none at the ends';
  END IF;
  IF cardinality(elements) > 10 THEN
    RETURN 'The phrase has more than 10 elements';
  END IF;
  FOREACH element IN ARRAY elements LOOP
    literals := element;
    IF element ~ '[<>]' AND element !~ '^[=-]*>$' AND length(element) > 1 THEN
      -- Brackets and the like may stand right at a class: (<KIN>).
      parts := regexp_match(element, '^([^<]*)<(.+)>([^<>]*)$');
      IF parts IS NULL THEN
        RETURN format('%s has a < or > that is not paired', element);
      END IF;
      IF parts[2] ~ '^GAP' THEN
        gaps := gaps + 1;
        IF element !~ '^<GAP:[1-6]>$' THEN
          RETURN format('%s is no gap: write <GAP:1> to <GAP:6>', element);
        END IF;
      ELSIF parts[2] !~ '^(NUM|YEAR|DATE|DUR((<=|>=|<|>)[0-9]{1,5})?)$' AND NOT EXISTS (SELECT FROM word_classes w WHERE w.class = parts[2]) THEN
        RETURN format('<%s> is unknown: use <NUM>, <YEAR>, <DATE>, <DUR>, <DUR<=14>, <DUR>14>, <DUR<90>, <DUR>=90>, <GAP:n> or a class of word_classes, as <KIN>', parts[2]);
      END IF;
      literals := parts[1] || parts[3];
    END IF;
    IF fold(literals) !~ '^[a-z0-9''()+/?.,:;%=&#°<>-]*$' THEN
      RETURN format('%s holds a character that no phrase may have; phrases are words, not regular expressions', element);
    END IF;
  END LOOP;
  IF gaps > 2 THEN
    RETURN 'The phrase has more than two gaps';
  END IF;
  IF elements[1] ~ '^<GAP:' OR elements[cardinality(elements)] ~ '^<GAP:' THEN
    RETURN 'A gap stands at an end of the phrase: it would match anything';
  END IF;
  RETURN NULL;
END $function$
 -- Why a phrase cannot work, in words; null when it can
CREATE OR REPLACE FUNCTION public.refuse(problem text, hint text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF hint = '' THEN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'check_violation';
  END IF;
  RAISE EXCEPTION '%', problem USING HINT = hint, ERRCODE = 'check_violation';
END $function$
 -- Refuses a row with a message
CREATE OR REPLACE FUNCTION public.refuse_double(what text, twin integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF twin IS NULL THEN
    RETURN;
  END IF;
  -- A row that a draft adds is live only while the draft is checked: its number means nothing to a person.
  IF lexicon_is_checking() AND EXISTS (SELECT FROM lexicon_history h JOIN lexicon_versions v ON v.version = h.version_from
    WHERE h.row_id = twin AND h.version_to IS NULL AND v.transaction_id = pg_current_xact_id()) THEN
    RAISE EXCEPTION '% stands already, in the draft', what USING ERRCODE = 'unique_violation',
      HINT = 'Change that row instead; case and accents make no other row.';
  END IF;
  RAISE EXCEPTION '% stands already, in row %', what, twin USING ERRCODE = 'unique_violation',
    DETAIL = format('%s is row %s; case and accents make no other row.', what, twin),
    HINT = format('Change that row: UPDATE ... WHERE id = %s.', twin);
END $function$
 -- Refuses a row where another one has its place
CREATE OR REPLACE FUNCTION public.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'TRUNCATE would lose the history of %', TG_TABLE_NAME USING HINT = 'Use DELETE.';
END $function$
 -- Refuses TRUNCATE of a lexicon table
CREATE OR REPLACE FUNCTION public.sctid_is_valid(sctid bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  -- Verhoeff's dihedral multiplication and permutation tables, row after row.
  product CONSTANT text := '0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210';
  permutation CONSTANT text := '01234567891576283094580379614289160435279453126870428657390127938064157046913258';
  digits text := reverse(sctid::text);
  checksum int := 0;
BEGIN
  IF sctid < 100000 OR sctid > 999999999999999999 THEN
    RETURN false;
  END IF;
  FOR i IN 0 .. length(digits) - 1 LOOP
    checksum := substr(product, checksum * 10 + 1
      + substr(permutation, (i % 8) * 10 + 1 + substr(digits, i + 1, 1)::int, 1)::int, 1)::int;
  END LOOP;
  RETURN checksum = 0;
END $function$
 -- Whether a number is an SCTID: 6 to 18 digits with a right Verhoeff check digit (SNOMED CT Technical Implementation Guide)
CREATE OR REPLACE FUNCTION public.stamp_case_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  key CONSTANT text := lexicon_row_key('lexicon_cases', to_jsonb(NEW));
  twin int;
BEGIN
  IF btrim(NEW.author) = '' OR NEW.author IS NULL OR NEW.enabled IS NULL THEN
    PERFORM refuse('A case has an author and is enabled or not', 'Leave the columns out: they have a default.');
  END IF;
  SELECT c.id INTO twin FROM lexicon_cases c
  WHERE c.language = NEW.language AND md5(c.text) = md5(NEW.text) AND md5(c.span) = md5(NEW.span) AND c.occurrence = NEW.occurrence
    AND coalesce(c.note_date, '-infinity') = coalesce(NEW.note_date, '-infinity') AND c.id <> NEW.id;
  IF twin IS NOT NULL THEN
    RAISE EXCEPTION 'Case % judges this span of this text already', twin
      USING ERRCODE = 'unique_violation', HINT = format('Change that one: UPDATE lexicon_cases SET ... WHERE id = %s.', twin);
  END IF;
  NEW.notes := nullif(NEW.notes, '');
  NEW.changed_at := clock_timestamp();
  IF lexicon_is_loading() THEN
    NEW.origin := 'builtin';
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    NEW.shipped := OLD.shipped;
  ELSE
    SELECT r.shipped INTO NEW.shipped FROM lexicon_removals r WHERE r.table_name = 'lexicon_cases' AND r.row_key = key;
  END IF;
  NEW.origin := CASE WHEN lexicon_is_as_shipped(to_jsonb(NEW), NEW.shipped) THEN 'builtin' ELSE 'local' END;
  RETURN NEW;
END $function$
 -- Refuses a case that stands already; keeps whether a case is as shipped
CREATE OR REPLACE FUNCTION public.stamp_lexicon_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  key text;
BEGIN
  -- A row that is only tried makes no version, so a draft waits for nobody.
  NEW.version := CASE WHEN lexicon_is_checking() THEN 0 ELSE lexicon_edit_version() END;
  NEW.notes := nullif(NEW.notes, '');
  NEW.updated_by := lexicon_editor();
  NEW.updated_at := now();
  IF lexicon_is_loading() THEN
    NEW.origin := 'builtin';
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    NEW.shipped := OLD.shipped;
  ELSE
    key := lexicon_row_key(TG_TABLE_NAME, to_jsonb(NEW));
    SELECT r.shipped INTO NEW.shipped FROM lexicon_removals r
    WHERE r.table_name = TG_TABLE_NAME AND (r.row_id = NEW.id OR r.row_key = key)
    ORDER BY r.row_id = NEW.id DESC NULLS LAST LIMIT 1;
  END IF;
  NEW.origin := CASE WHEN lexicon_is_as_shipped(to_jsonb(NEW), NEW.shipped) THEN 'builtin' ELSE 'local' END;
  RETURN NEW;
END $function$
 -- Sets version, origin and who and when on an edited lexicon row
CREATE OR REPLACE FUNCTION public.term_key(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded, '[^[:alnum:]+%]+'::text, ' '::text, 'g'::text), '([a-z]{2})aux( |$)'::text, '\1al\2'::text, 'g'::text), '([a-z0-9]{3})[sx]( |$)'::text, '\1\2'::text, 'g'::text), '([a-z]{3})e( |$)'::text, '\1\2'::text, 'g'::text), '([a-z]{3})y( |$)'::text, '\1i\2'::text, 'g'::text), '([a-z]{2}[nlt])[nlt]( |$)'::text, '\1\2'::text, 'g'::text), '([a-z]{3})v( |$)'::text, '\1f\2'::text, 'g'::text), '([a-z]{2})eus( |$)'::text, '\1eu\2'::text, 'g'::text))
 -- A folded term without plural and gender endings and without punctuation: what an inflected hit compares
CREATE OR REPLACE FUNCTION public.watch_draft_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    PERFORM set_config('lexicon.draft_edited', '', true);
  ELSIF current_setting('lexicon.draft_edited', true) = '' AND coalesce(current_setting('lexicon.draft', true), '') = '' THEN
    -- The name of a draft that there is not is no error of SQL.
    RAISE NOTICE 'No row of a draft was changed' USING HINT = coalesce((SELECT 'Drafts: ' || string_agg(d.name, ', ' ORDER BY d.name) || '.'
      FROM lexicon_drafts d), 'There are no drafts now.') || ' Begin one: SELECT lexicon_begin(''name'').';
  END IF;
  RETURN NULL;
END $function$
 -- Lets a statement edit one draft only, and says so when it edits none
CREATE OR REPLACE FUNCTION public.word_value_fits(value text, allowed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE allowed WHEN '<number>'::text THEN COALESCE((value ~ '^[0-9]+(\.[0-9]+)?$'::text), false) WHEN '<words>'::text THEN (value IS NOT NULL) ELSE (NOT (value IS DISTINCT FROM allowed)) END
 -- Whether the value of a word is one that a row of word_classes allows
