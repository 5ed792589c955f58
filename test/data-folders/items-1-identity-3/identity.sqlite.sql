PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('1hmK0TM6bSbVq6zPmMWGFkn5n2LG', 1795353684868, 1795353684868, 1795353684868, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$IenVEzaT83oe/ofHyYsTdA$32Vifzt6mRVLZxZ5Z+EKao91cg3nhx+YvGv1U6084Yo', 1795353684868, 0, 0, NULL, 1795353684868, 0);
INSERT INTO "accounts" VALUES ('4CqTCfsBCeciIH0YBd0XuS5i95ZH', 1795353685222, 1795353685393, 1795353685393, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$IW7VBYu5sfupZ/okGUt8+w$1F25fxf3NuZyGS8VavSo93h/I06lpy456tBoMpfQmbA', 1795353685297, 0, 0, '{"owner":true}', 1795353685297, 0);
INSERT INTO "accounts" VALUES ('mtWTbZtOfoKQjPfg3g5QGoDGPYfU', 1795353684505, 1795353684505, 1795353684505, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'4E9EFAE4E603602756D5BC7F50438DCB2BA5CF114CB3EC968A23916F203E685D', 'mtWTbZtOfoKQjPfg3g5QGoDGPYfU', 1795353684505, 'anonymous', 1795353684505, NULL);
INSERT INTO "refresh_tokens" VALUES (X'69024DB56DC66710C99E9F01692E95158F69D1CCFBFDE03EC01C356F3956FDB7', '4CqTCfsBCeciIH0YBd0XuS5i95ZH', 1795353685338, 'password', 1795353685339, NULL);
INSERT INTO "refresh_tokens" VALUES (X'BAEBAF29F6D00BD9DCFC7467968F6B04143EDE7E6EC594FB21F88ED50B6AE207', '1hmK0TM6bSbVq6zPmMWGFkn5n2LG', 1795353684868, 'password', 1795353684868, NULL);
INSERT INTO "refresh_tokens" VALUES (X'E3B5998376AA21FB4DE13FB9A8FDB07E056161520068AC940F9CB667165CA01D', '4CqTCfsBCeciIH0YBd0XuS5i95ZH', 1795353685393, 'password', 1795353685393, NULL);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('MoDVsPAd5LBjzPeSfntSF_pHlBsdzjtoJVW7Awc3_fE', '{"kty":"RSA","n":"xH7X6Mr0An3cWG2ASlEVxIWdHyVZrZkN4paoGXagGAc2--K7VSpspL7ehUxxBzSSsCWJQ8rD4qgCLqrhfb0M6n62E7hY0gttKomgo_LlfKmO165EZ-SgBgKJHCXTQ5HsUZPR0FYneolQc8y1IwlAfqffWgQjjHhPkDtFt-YZgIaa20lMSOCctwM-k26KTay77cTN8ZMlwT7h5aRcYRAexi1zcp7yyLFANRl4HK_KoB-yEluLvJATB2m3AYTv7j-r9T1o52Y1kKh-85fUzZzb7iB_QX69dSNT7WgZ2q3gK_z5vNl-VoUTazeYu7xpc6oHmrd1tD2G3nibN3d2UUHwgQ","e":"AQAB","d":"L1TomFxO88yyh6B03zHx_uE6jFaYZ_8uv46P1nZjMPaH8ZvXiTfLbNHHUy-rKFOrJAAetPRCRDY5NFmYMIwZ8OBt5oko6Au1k6IMToHDcsh7Lov9UVNakqgIs_2Oir-7P5lOWJNwNg2ekg5U8agYX4n7fLjzgTI35CPK8vXb3b_iVd1KpTaY9waahzeNbFiDjB2H7BuC1z7PFkLy7YoylvGwhPd88zuYQgLODgSuy0d6aUMQf-UPS6UkoVnio4MYFoe7m1MUCOa9qnuiU1PnDR4V7Hjukzz_VVuZbatr1e43MRXknUXMBzwL4EVmPnpOF0_mHGWMxi-bgexLe7jd-Q","p":"9LtvzsiypY60zmFF0rwybzAIKNNzX0zDxO_rhxC6A1nAcMhROqNUg51eLudOzahPl59pbj4IgOFs85_QP6XuFPw2Ecc902q0A8QFu0s8imoBJO4ZQ0KNcjArN8xaOY6C7ax8z7Mo7AsZaNln7uWx7-x0vhK3sbRA4lVUp_sF_20","q":"zYrcBRPmF28lhgB0WytAKm7sihtmngojt7Yxl_enrnrDwrSNXreTmuCKyjA8An2FTVktpkF9eR11YmQ8PdZF78eg29C17i9prQobIZgBVTiiCj-Q65aCekwWzWRVMw0spPJ3O7fPbmUFrJdRDowcjc6cyuAAfZvbHYm4JOyJxOU","dp":"3q5uXclgRCRFgEQiNE3p1iHuSrecEurWdyuXM56UotfXsseSobhb_iYCvMrbeWXchioW1Ki9NAfqCwMvibqBl7alvCd-qhA9G_ARBwq-W3N49xFvCzRTX8NUj8Dxl82EdJ6uMo7ifWTcCftIBqgZ8CVHVGvTmW5aW5cpIG_YVUE","dq":"usWTaInMaz70Oe_vy2hhxi1Fg7miZbmQ-z7zkcPY-xNTD3pBe_AUkIe5lkB-R0UH_GEsugaInaXHJMEwfIBYzKn54cSljOpIfJTSUpRtoaL0m5tndKwvpDHABqNFSD6QctJgxkMgmo_xuANIBJAM4k786tzhlUIquYyLaAIIroE","qi":"Rsj4_ta-akaP0MP1YyfHQ8UjMGTmxZ8v7MX9mtJX8Vd2LZ_2MyCvxuDrtLxwVNspcwgTv2Mx4223R7Dc0h4KkxDLBAm22Hn2GVdNNEEZiNsMYNd-2i5XDIyCITNkERtDcbpQiXZj4Y9PVnRzh15jJu2ic3XtBT4gWc53IdDeDIo"}', 1795353684425);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL;
CREATE INDEX accounts_unclaimed ON accounts (last_refresh_at, uid)
    WHERE email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND has_made = 0;
CREATE TABLE provider_links (
    provider_id TEXT NOT NULL,
    raw_id TEXT NOT NULL,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    email TEXT,
    display_name TEXT,
    photo_url TEXT,
    screen_name TEXT,
    linked_at INTEGER NOT NULL,
    PRIMARY KEY (provider_id, raw_id)
  ) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX provider_links_by_uid ON provider_links (uid, provider_id);
CREATE INDEX provider_links_by_email ON provider_links (email) WHERE email IS NOT NULL;
CREATE TABLE one_time_codes (
    hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    -- Whom it is for; none has it that signs somebody up.
    uid TEXT REFERENCES accounts (uid) ON DELETE CASCADE,
    email TEXT NOT NULL,
    new_email TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_codes_by_uid ON one_time_codes (uid) WHERE uid IS NOT NULL;
CREATE INDEX one_time_codes_by_email ON one_time_codes (email, purpose);
CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at);
CREATE TABLE owners (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;
INSERT INTO "owners" VALUES ('4CqTCfsBCeciIH0YBd0XuS5i95ZH', 'mary@example.com', 1795353685230, NULL);
CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 3;
COMMIT;
