api_keys.key_id integer not null -- Number of the key, used in logs
api_keys.name text not null -- Whose key it is, in words
api_keys.prefix text not null -- First characters of the secret, to recognise it by
api_keys.hash bytea not null -- SHA-256 of the secret (160 random bits, so no slow hash is needed)
api_keys.scopes text[] not null default '{concepts,contexts}'::text[] -- What it may call: concepts, contexts
api_keys.requests_per_minute integer -- Limit of this key; null for the default of the service
api_keys.created_at timestamp with time zone not null default now() -- When it was made
api_keys.expires_at timestamp with time zone -- When it ends; null for never
api_keys.revoked_at timestamp with time zone -- When it was revoked; null while it holds
api_keys.last_used_at timestamp with time zone -- When it was last used, to the minute
builtin_files.name text not null -- lexicons
builtin_files.checksum text not null -- SHA-256 over the files as last loaded
builtin_files.loaded_at timestamp with time zone not null default now() -- When
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
descriptions_r0.case_significance text not null default 'insensitive'::text
embedding_sets.model_id integer not null -- The model that made the vectors
embedding_sets.release_id integer not null -- The release whose descriptions are embedded
embedding_sets.table_name text not null -- The table: description_id, sctid, language, embedding
embedding_sets.state text not null default 'loading'::text -- loading until every description has its vector and the index is built
lexicon_history.history_id bigint not null -- Number of the entry
lexicon_history.table_name text not null -- The table of the row
lexicon_history.row_id integer not null -- The id of the row there
lexicon_history.row_data jsonb not null -- The whole row
lexicon_history.version_from integer not null -- First version with the row in this form
lexicon_history.version_to integer -- First version without it; null while it is live
lexicon_removals.table_name text not null -- The table of the row
lexicon_removals.row_key text not null -- What tells the row from others: language, kind, axis, phrase, direction ...
lexicon_removals.shipped jsonb not null -- The row as it was shipped
lexicon_removals.removed_by text not null -- Who deleted it
lexicon_removals.removed_at timestamp with time zone not null default now() -- When
lexicon_versions.version integer not null -- Shown in X-Lexicon-Version
lexicon_versions.transaction_id xid8 not null -- The transaction: all its edits are one version
lexicon_versions.author text not null -- Who: lexicon.author if set (SET LOCAL), else the database role
lexicon_versions.reason text not null default ''::text -- Why: lexicon.reason if set (SET LOCAL)
lexicon_versions.created_at timestamp with time zone not null -- Begin of the transaction
models.model_id integer not null -- Number of the model; the embedding tables bear it
models.name text not null -- Name in the model directory
models.version text not null -- Hash over the files of the model directory, shown in X-Model-Version
models.dimensions integer not null -- Length of a vector
models.created_at timestamp with time zone not null default now() -- When it was first used here
models.directory text -- Where the model lay when it was put to use; a process that finds it there follows a switch without a restart
rate_limits.key character varying(255) not null -- Which key is counted
rate_limits.points integer not null default 0 -- Requests in the running window
rate_limits.expire bigint -- End of the window, milliseconds since 1970
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
span_reviews.reviewer text not null default lexicon_editor() -- Who: lexicon.author if set (SET LOCAL), else the database role
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
token_classes.id integer not null -- Number of the row
token_classes.language text not null -- en or fr
token_classes.class text not null -- Class, as lexicons/README.md lists them
token_classes.word text not null -- A word or phrase
token_classes.word_norm text not null default ''::text -- fold(word), set by the database
token_classes.value text -- UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse
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
api_keys -- The keys that may call the service; the secret itself is never stored
builtin_files -- Which shipped data this database holds, so that a start does no work twice
concept_parents -- Is-a relationships of each release that has them, inferred, active ones
concepts -- The concepts of each release, one partition a release
concepts_r0 -- 
confidence_points -- Fitted confidence of context answers: between two points of a curve it is interpolated, beyond the last it stays; without points the score is the confidence
descriptions -- The terms of each release; a plain INSERT without release_id adds a term of this site
descriptions_r0 -- 
embedding_sets -- Which table holds the vectors of one release by one model
lexicon_history -- Every lexicon row that ever was, with the versions it was valid in
lexicon_removals -- Shipped rows that this site deleted: an upgrade does not bring them back
lexicon_versions -- One row for each transaction that edited the lexicon
models -- Each embedding model that has embedded something here
rate_limits -- Requests counted per key and minute, kept by rate-limiter-flexible
schema_migrations -- The SQL files that this database has seen; written by the service only
section_rules -- Headings and what holds in the sections below them unless the text says otherwise
serving -- The one release and model that answer requests; switched by one UPDATE
span_queue_secret -- The key of the hashes in span_sightings; leave it out of dumps: a new one is made, and the queue begins anew
span_reviews -- What people say of the code of a span; npm run calibrate -- --reviews reads the newest review of each span
span_sightings -- How often each span was flagged or unresolved; its words only from 5 requests on
terminology_releases -- Each loaded terminology, whole; release 0 holds what this site adds
thresholds -- What makes a span resolved, flag or unresolved; with no row nothing is resolved
token_classes -- Words by class: relatives, units, number words, determiners, words that cut candidate spans
triggers -- Phrases that decide an axis, and those that switch them off or end their scope; lexicons/README.md explains each column
api_keys api_keys_hash_check CHECK ((length(hash) = 32))
api_keys api_keys_hash_key UNIQUE (hash)
api_keys api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
api_keys api_keys_pkey PRIMARY KEY (key_id)
api_keys api_keys_requests_per_minute_check CHECK (((requests_per_minute >= 1) AND (requests_per_minute <= 1000000)))
api_keys api_keys_scopes_check CHECK (((scopes <@ '{concepts,contexts}'::text[]) AND (cardinality(scopes) > 0)))
builtin_files builtin_files_pkey PRIMARY KEY (name)
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
rate_limits rate_limits_pkey PRIMARY KEY (key)
schema_migrations schema_migrations_pkey PRIMARY KEY (name)
section_rules section_rules_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
section_rules section_rules_language_heading_norm_key UNIQUE (language, heading_norm)
section_rules section_rules_pkey PRIMARY KEY (id)
section_rules section_rules_strength_check CHECK (((strength >= (0.5)::double precision) AND (strength <= (0.99)::double precision)))
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
thresholds thresholds_floor_check CHECK (((floor >= ('-1'::integer)::double precision) AND (floor <= (1)::double precision)))
thresholds thresholds_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
thresholds thresholds_model_id_fkey FOREIGN KEY (model_id) REFERENCES models(model_id)
thresholds thresholds_pkey PRIMARY KEY (model_id, release_id, language)
thresholds thresholds_release_id_fkey FOREIGN KEY (release_id) REFERENCES terminology_releases(release_id)
thresholds thresholds_resolved_margin_check CHECK (((resolved_margin >= (0)::double precision) AND (resolved_margin <= (2)::double precision)))
token_classes token_classes_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
token_classes token_classes_language_class_word_norm_key UNIQUE (language, class, word_norm)
token_classes token_classes_pkey PRIMARY KEY (id)
triggers triggers_in_span_check CHECK ((in_span = ANY (ARRAY['never'::text, 'prefix'::text, 'suffix'::text, 'any'::text])))
triggers triggers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text])))
triggers triggers_language_kind_axis_phrase_norm_direction_key UNIQUE (language, kind, axis, phrase_norm, direction)
triggers triggers_max_tokens_check CHECK (((max_tokens >= 1) AND (max_tokens <= 60)))
triggers triggers_pkey PRIMARY KEY (id)
triggers triggers_priority_check CHECK (((priority >= 1) AND (priority <= 99)))
triggers triggers_strength_check CHECK (((strength >= (0.5)::double precision) AND (strength <= (0.99)::double precision)))
CREATE UNIQUE INDEX api_keys_hash_key ON public.api_keys USING btree (hash)
CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (key_id)
CREATE UNIQUE INDEX builtin_files_pkey ON public.builtin_files USING btree (name)
CREATE UNIQUE INDEX concept_parents_pkey ON ONLY public.concept_parents USING btree (release_id, sctid, parent_sctid)
CREATE UNIQUE INDEX concepts_pkey ON ONLY public.concepts USING btree (release_id, sctid)
CREATE UNIQUE INDEX concepts_r0_pkey ON public.concepts_r0 USING btree (release_id, sctid)
CREATE UNIQUE INDEX confidence_points_language_axis_value_source_score_key ON public.confidence_points USING btree (language, axis, value, source, score)
CREATE UNIQUE INDEX confidence_points_pkey ON public.confidence_points USING btree (id)
CREATE INDEX descriptions_concept ON ONLY public.descriptions USING btree (sctid, language)
CREATE UNIQUE INDEX descriptions_pkey ON ONLY public.descriptions USING btree (release_id, description_id)
CREATE UNIQUE INDEX descriptions_preferred ON ONLY public.descriptions USING btree (release_id, sctid, language) WHERE ((kind = 'preferred'::text) AND active)
CREATE UNIQUE INDEX descriptions_r0_pkey ON public.descriptions_r0 USING btree (release_id, description_id)
CREATE UNIQUE INDEX descriptions_r0_release_id_sctid_language_idx ON public.descriptions_r0 USING btree (release_id, sctid, language) WHERE ((kind = 'preferred'::text) AND active)
CREATE INDEX descriptions_r0_sctid_language_idx ON public.descriptions_r0 USING btree (sctid, language)
CREATE INDEX descriptions_r0_term_key_idx ON public.descriptions_r0 USING btree (term_key) WHERE active
CREATE INDEX descriptions_term_key ON ONLY public.descriptions USING btree (term_key) WHERE active
CREATE UNIQUE INDEX embedding_sets_pkey ON public.embedding_sets USING btree (model_id, release_id)
CREATE UNIQUE INDEX embedding_sets_table_name_key ON public.embedding_sets USING btree (table_name)
CREATE INDEX lexicon_history_ends ON public.lexicon_history USING btree (version_to) WHERE (version_to IS NOT NULL)
CREATE UNIQUE INDEX lexicon_history_live ON public.lexicon_history USING btree (table_name, row_id) WHERE (version_to IS NULL)
CREATE UNIQUE INDEX lexicon_history_pkey ON public.lexicon_history USING btree (history_id)
CREATE INDEX lexicon_history_versions ON public.lexicon_history USING btree (version_from, version_to)
CREATE UNIQUE INDEX lexicon_removals_pkey ON public.lexicon_removals USING btree (table_name, row_key)
CREATE UNIQUE INDEX lexicon_versions_pkey ON public.lexicon_versions USING btree (version)
CREATE UNIQUE INDEX lexicon_versions_transaction_id_created_at_key ON public.lexicon_versions USING btree (transaction_id, created_at)
CREATE UNIQUE INDEX models_pkey ON public.models USING btree (model_id)
CREATE UNIQUE INDEX models_version_key ON public.models USING btree (version)
CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire)
CREATE UNIQUE INDEX rate_limits_pkey ON public.rate_limits USING btree (key)
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
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.confidence_points FOR EACH ROW EXECUTE FUNCTION check_confidence_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.section_rules FOR EACH ROW EXECUTE FUNCTION check_section_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION check_word_row()
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION check_trigger_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.confidence_points FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.section_rules FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()
CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON public.descriptions_r0 FOR EACH ROW EXECUTE FUNCTION check_local_description()
CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON public.span_reviews FOR EACH ROW EXECUTE FUNCTION check_span_review()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.confidence_points FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.section_rules FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.token_classes FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER history AFTER INSERT OR DELETE OR UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.confidence_points FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.section_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.token_classes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.triggers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()
CREATE TRIGGER note_row AFTER INSERT OR DELETE OR UPDATE ON public.descriptions_r0 FOR EACH ROW EXECUTE FUNCTION note_local_description()
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
CREATE OR REPLACE FUNCTION public.check_confidence_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.value <> '*' AND NOT axis_value_is_known(NEW.axis, NEW.value) OR NOT NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}') THEN
    PERFORM refuse(format('%s is no value of the axis %s', NEW.value, NEW.axis), 'Write * for every value.');
  END IF;
  IF NOT NEW.source = ANY ('{cue,section,derived,default}') THEN
    PERFORM refuse(format('The source %s is unknown', NEW.source), 'Sources are cue, section, derived, default.');
  END IF;
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
END $function$
 -- Refuses an example without exactly one [span]
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
  axis_name text;
  axis_value text;
BEGIN
  NEW.heading_norm := fold(NEW.heading);
  IF NEW.heading_norm = '' OR NEW.heading ~ ':\s*$' OR length(NEW.heading) > 80 OR NEW.heading ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A heading is 1 to 80 characters, written without its colon');
  END IF;
  IF NEW.section !~ '^[a-z_]+$' THEN
    PERFORM refuse(format('The section %s is no canonical name', NEW.section), 'Use names such as past_history; lexicons/README.md lists them.');
  END IF;
  FOR axis_name, axis_value IN
    VALUES ('assertion', NEW.assertion), ('subject', NEW.subject), ('temporality', NEW.temporality),
      ('certainty', NEW.certainty), ('role', NEW.role) LOOP
    IF axis_value IS NOT NULL AND NOT axis_value_is_known(axis_name, axis_value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', axis_value, axis_name));
    END IF;
  END LOOP;
  PERFORM check_example(NEW.example_ok, 'example_ok');
  RETURN NEW;
END $function$
 -- Refuses a heading that cannot work
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
CREATE OR REPLACE FUNCTION public.check_trigger_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  classes CONSTANT text[] := '{contrast,except,cause,restart,positive,encounter,now,subject_switch}';
BEGIN
  IF phrase_error(NEW.phrase) IS NOT NULL THEN
    PERFORM refuse(phrase_error(NEW.phrase));
  END IF;
  IF NEW.kind NOT IN ('trigger', 'pseudo', 'terminator', 'terminator_pseudo') THEN
    PERFORM refuse(format('The kind %s is unknown', NEW.kind), 'Kinds are trigger, pseudo, terminator, terminator_pseudo.');
  END IF;
  IF NEW.axis <> '*' AND NOT (NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}')) THEN
    PERFORM refuse(format('The axis %s is unknown', NEW.axis), 'Axes are assertion, subject, temporality, certainty, role, and * for all.');
  END IF;
  IF NEW.kind = 'trigger' THEN
    IF NEW.value IS NULL OR NOT axis_value_is_known(NEW.axis, NEW.value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', coalesce(NEW.value, 'null'), NEW.axis));
    END IF;
    IF NEW.direction NOT IN ('forward', 'backward', 'both', 'bracket', 'keyvalue') THEN
      PERFORM refuse('A trigger needs a direction: forward, backward, both, bracket or keyvalue');
    END IF;
    IF NEW.direction = 'bracket' AND NEW.phrase !~ '<GAP:' THEN
      PERFORM refuse('A bracket phrase needs a gap for the span: ne <GAP:4> pas');
    END IF;
  ELSE
    IF NEW.direction <> 'none' THEN
      PERFORM refuse(format('A %s has no direction: write none', NEW.kind));
    END IF;
    IF NEW.kind IN ('terminator', 'terminator_pseudo') AND NOT coalesce(NEW.value = ANY (classes), NEW.kind = 'terminator_pseudo') THEN
      PERFORM refuse(format('%s is no class of terminators', coalesce(NEW.value, 'null')), 'Classes: ' || array_to_string(classes, ', ') || '.');
    END IF;
    IF NEW.kind = 'pseudo' AND NEW.value IS NOT NULL THEN
      PERFORM refuse('A pseudo sets no value: leave value empty');
    END IF;
  END IF;
  IF NOT coalesce(NEW.stops, '{}') <@ classes OR NOT NEW.ignores <@ classes THEN
    PERFORM refuse('stops and ignores may only name classes of terminators', 'Classes: ' || array_to_string(classes, ', ') || '.');
  END IF;
  IF NEW.reason IS NOT NULL AND NOT (NEW.reason = ANY (
    '{hedge,rule_out,differential,hypothetical,conditional,screening,prevention,risk,hearsay,date,duration}')) THEN
    PERFORM refuse(format('The reason %s is unknown', NEW.reason));
  END IF;
  PERFORM check_example(NEW.example_ok, 'example_ok');
  IF NEW.example_not IS NOT NULL THEN
    PERFORM check_example(NEW.example_not, 'example_not');
  END IF;
  NEW.phrase_norm := fold(NEW.phrase);
  RETURN NEW;
END $function$
 -- Refuses a trigger row that cannot work, with a message that a clinician understands
CREATE OR REPLACE FUNCTION public.check_word_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  classes CONSTANT text[] := '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,LANGUAGE}';
BEGIN
  NEW.word_norm := fold(NEW.word);
  IF NEW.word_norm = '' OR length(NEW.word) > 60 OR NEW.word ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A word is 1 to 60 characters');
  END IF;
  IF NOT NEW.class = ANY (classes) THEN
    PERFORM refuse(format('The class %s is unknown', NEW.class), 'Classes: ' || array_to_string(classes, ', ') || '.');
  END IF;
  IF NEW.class IN ('UNIT', 'NUMBER', 'MONTH') AND coalesce(NEW.value, '') !~ '^[0-9]+(\.[0-9]+)?$' THEN
    PERFORM refuse(format('A word of the class %s needs a number as its value', NEW.class));
  END IF;
  RETURN NEW;
END $function$
 -- Refuses a word that cannot work
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
CREATE OR REPLACE FUNCTION public.fold(term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(lower((replace(replace(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(term, NFD), '[̀-ͯ­​‌‍⁠﻿]'::text, ''::text, 'g'::text), 'øØłŁ’‘‛ʼ′´`“”„«»‐‑‒–—―−µςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'::text, 'ooll''''''''''''''"""""-------μσαβγδεζηθικλμνξοπρστυφχψω'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'ß'::text, 'ss'::text), 'ẞ'::text, 'ss'::text) COLLATE "C")), '[	-               　   ]+'::text, ' '::text, 'g'::text))
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
CREATE OR REPLACE FUNCTION public.keep_lexicon_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  edit_version int := lexicon_edit_version();
BEGIN
  IF TG_OP <> 'INSERT' THEN
    -- A row that this very transaction made was never served.
    DELETE FROM lexicon_history
    WHERE table_name = TG_TABLE_NAME AND row_id = OLD.id AND version_to IS NULL AND version_from = edit_version;
    UPDATE lexicon_history SET version_to = edit_version
    WHERE table_name = TG_TABLE_NAME AND row_id = OLD.id AND version_to IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO lexicon_history (table_name, row_id, row_data, version_from)
    VALUES (TG_TABLE_NAME, NEW.id, to_jsonb(NEW) - 'shipped', edit_version);
  ELSIF OLD.shipped IS NOT NULL AND NOT lexicon_is_loading() THEN
    INSERT INTO lexicon_removals (table_name, row_key, shipped, removed_by)
    VALUES (TG_TABLE_NAME, lexicon_row_key(TG_TABLE_NAME, OLD.shipped), OLD.shipped, lexicon_editor())
    ON CONFLICT (table_name, row_key) DO UPDATE SET shipped = excluded.shipped, removed_by = excluded.removed_by, removed_at = now();
  END IF;
  RETURN NULL;
END $function$
 -- Keeps every form of a lexicon row with the versions it was valid in
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
RETURN COALESCE(NULLIF(current_setting('lexicon.author'::text, true), ''::text), (CURRENT_USER)::text)
 -- Who is editing: lexicon.author of the transaction, else the role
CREATE OR REPLACE FUNCTION public.lexicon_is_loading()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('lexicon.loading'::text, true), ''::text) = 'on'::text)
 -- Whether the service is publishing its shipped rows in this transaction
CREATE OR REPLACE FUNCTION public.lexicon_row_key(table_name text, lexicon_row jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE table_name WHEN 'triggers'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'kind'::text), (lexicon_row ->> 'axis'::text), fold((lexicon_row ->> 'phrase'::text)), (lexicon_row ->> 'direction'::text)) WHEN 'section_rules'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), fold((lexicon_row ->> 'heading'::text))) WHEN 'confidence_points'::text THEN concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'axis'::text), (lexicon_row ->> 'value'::text), (lexicon_row ->> 'source'::text), (lexicon_row ->> 'score'::text)) ELSE concat_ws(chr(9), (lexicon_row ->> 'language'::text), (lexicon_row ->> 'class'::text), fold((lexicon_row ->> 'word'::text))) END
 -- What tells a lexicon row from the others of its table
CREATE OR REPLACE FUNCTION public.note_local_description()
 RETURNS trigger
 LANGUAGE plpgsql
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
CREATE OR REPLACE FUNCTION public.phrase_error(phrase text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
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
      ELSIF parts[2] !~ '^(NUM|YEAR|DATE|DUR((<=|>=|<|>)[0-9]{1,5})?|KIN|OTHER|PATIENT|SAY|MONTH|UNIT|NUMBER|DETERMINER)$' THEN
        RETURN format('<%s> is unknown: use <NUM>, <YEAR>, <DATE>, <DUR>, <DUR<=14>, <DUR>14>, <DUR<90>, <DUR>=90>, <KIN>, <OTHER>, <PATIENT>, <SAY>, <MONTH>, <DETERMINER> or <GAP:n>', parts[2]);
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
  RAISE EXCEPTION '%', problem USING HINT = hint, ERRCODE = 'check_violation';
END $function$
 -- Refuses a row with a message
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
CREATE OR REPLACE FUNCTION public.stamp_lexicon_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.version := lexicon_edit_version();
  NEW.updated_by := lexicon_editor();
  NEW.updated_at := now();
  IF lexicon_is_loading() THEN
    NEW.origin := 'builtin';
  ELSE
    NEW.origin := 'local';
    NEW.shipped := CASE WHEN TG_OP = 'UPDATE' THEN OLD.shipped END;
  END IF;
  RETURN NEW;
END $function$
 -- Sets version, origin and who and when on an edited lexicon row
CREATE OR REPLACE FUNCTION public.term_key(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded, '[^[:alnum:]+%]+'::text, ' '::text, 'g'::text), '([a-z]{2})aux( |$)'::text, '\1al\2'::text, 'g'::text), '([a-z0-9]{3})[sx]( |$)'::text, '\1\2'::text, 'g'::text), '([a-z]{3})e( |$)'::text, '\1\2'::text, 'g'::text), '([a-z]{3})y( |$)'::text, '\1i\2'::text, 'g'::text), '([a-z]{2}[nlt])[nlt]( |$)'::text, '\1\2'::text, 'g'::text), '([a-z]{3})v( |$)'::text, '\1f\2'::text, 'g'::text), '([a-z]{2})eus( |$)'::text, '\1eu\2'::text, 'g'::text))
 -- A folded term without plural and gender endings and without punctuation: what an inflected hit compares
