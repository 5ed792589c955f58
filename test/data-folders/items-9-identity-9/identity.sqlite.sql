PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT, grant_id TEXT, initial_email_at INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwtm3y2mCgjlr01HO0z4ZD3IBmf', 1795459299646, 1795459299646, 1795459299646, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwtm3ye5yRppKlM8y4YLUAp7Vtj', 1795459300061, 1795459300061, 1795459300061, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$znJZ9qcoZ/ej/xe9oZW6cQ$j0X1eFR0HLXckSd1Wrl12rqHViPVSyrISy46bqeJhqs', 1795459300061, 0, 0, NULL, 1795459300061, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwtm3yq6AMIhjW6wIgbbKu91pv3', 1795459300494, 1795459300678, 1795459300678, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$KZo9aWCUwz1YN47+TLUaHA$DzM56bryyLgxBoALcpA2JR6OT/gqpt1Xiuklt5lCgow', 1795459300555, 0, 0, '{"owner":true}', 1795459300555, 0, NULL, 'Zihu278NK4lBP7XKAiIs6hRjQPENRNCPdF6VO6m6epk', NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D77746D3379326E832BB77218C581AEC3B9C267A10018A78110E8DA9FE2C4E4F65BFDC57BC716D4', '0mwtm3y2mCgjlr01HO0z4ZD3IBmf', 1795459299646, 'anonymous', 1795459299648, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746D33796535E33B0D94DBD6D7A047BE77BCD1CBF2D47D22EF340C109872D6D1CBAC5AFED668', '0mwtm3ye5yRppKlM8y4YLUAp7Vtj', 1795459300061, 'password', 1795459300062, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746D33797376030DFCADB7B45369DAB123F4B70475F96F6488F0EBD19BE04B5C1FCE470CA79C', '0mwtm3yq6AMIhjW6wIgbbKu91pv3', 1795459300591, 'password', 1795459300591, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746D33797534F52B13882B263EEBAB9FD9EF23519ACAB38C44C54A94E1FD9684D4E21754D73C', '0mwtm3yq6AMIhjW6wIgbbKu91pv3', 1795459300636, 'password', 1795459300636, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746D33797662591F65B31F22AD15124FBA5643079A49EEC64C63266AB12A07EE703BDB0F94DA', '0mwtm3yq6AMIhjW6wIgbbKu91pv3', 1795459300678, 'password', 1795459300679, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('6nCcLrUAmjwo4sunnQIBjeGzI6kxoLa3smhAWNsjU-A', '{"kty":"RSA","n":"0oii6nPLbhOyWd51o-Vv51x0J6OsvHd36EcmUcS_UxwnbmIyqJ28WZ0DKgEpUhZ016caLNf4-H3KmhG7C8UNBCAJfDo-Jvqu2fPTwZ1tgef5FGYK_u7MXZ49dHUoMjVLEjGnk49QdSI2vZ9GGRuXA7_rQLSgGUQN4V4zS_WZ7yX2xpxZsrVNRzXAWs5VbxgW1V7-DXSM5uJXhtgvrm7TGtFLa7xcZgsaYBoBWKmS41dE3A4pCmrvreP1qpSboHsa4Si9Fzg80siePGmnJG7gL-S1iBRTdp8Sopbf_MoJoN-4tu8AafN4eC_EeDq7427XKVO0TTOQANwSHBrYNV8rgw","e":"AQAB","d":"OIcYWyQJKH6gYhHhe0ak47WGuIfxXs8jAlpsNwNBLbL_AVvbZzum8Va_nT0fl5tQ9wA2fnjkr--ygOim1LOtWYCym0jWHEgtv3aA0lkPKJSc47W8WRPMCozsykKUrtpxVCrB6FRQEYtEsGg9_YrTYt3acA6vd-k2Yt8Und4NXVDSzpw9ejcZxRYm63M30N1ourCVLp6pe8h-eZiafAN3fQyjt3CFz-3UK0BnHuocSbq_w7TuBh4iwht6k7YSZJ1DnV2ESR6f3YQQlVlnWzbXf6Z06JLvpoUb-227rHOgFccd49Z_T77rhtjsOjgYuYBabEUjsBtt0eQ8jeq6nLztTQ","p":"9huSQNsW_t24O7OytFyHZhuAdwtB57bdRM25hta6yw4e1WyJ1HTSzoazMgg7yNb0vN5J8Bq_D4fSruc0JP0CGeUZli2AorS5ymBvulqmbLSH-OxL6MpzYQutTmtSIxViQ_Tsu29XZV-xwcWFpPA6jLkMmMIH7V_f8fT6PeeYYcc","q":"2v8DBnfleh6vD_7Phd2r4TxvpiV4-k2xBgkglCkQyqt9jyvv9h4bVhymeanW8vQRGNA97FpfuVv5EpNUJ21oojUfh__W2iKn_bsNtSzpnkTI5yIF0m6XTO-rMOu-aJnrSVEwJT7WiloTsKwkMF1TeA93AjYcoTSqEQF6uNk6qGU","dp":"EdwmXPaJUK2edRaxXU1ptgtA42K5wasPm7KiSBrFK3821Z4u0nA37CzyTCs0y3puAFbRXs9SFjpxG6hDrHt_74kktjVPJH-hDAK7mPaDJVhklbfwOlCW1vAV_57iMxGWNABOPbvyx7SOHdXLwRB970BunZdXI-7VPaXdkyh_cnk","dq":"ioSUeEnsB1NTLc3hm2274wqkIDZBkCkGGKg7SBu1eEwCbkW_UTB33_7dOcU4pZHFIqnNESuUspy_LYWszAeDEF6DpDUpw-35zh67q-ZNmoMthCzb-99hqhNKd_YVCPqafVRyHIzjjL0vCSfI-CJ_wkgd4XMyprC2BW2nHzafyJU","qi":"Ci4h_JAYRUtU-Se0N9ta7fh-AVlUSzLMO_8dq5dBnohoPZukbQ08HiZeC2-YOXqJGhRrwF9lOwJ6AiA3cnDnLHJ2YeG1Lu1G9R-OX01ywI4fKhUB7Kcjk4hmReuX7YIe8fuDBuiwgmtl8LP_ZCRYGJQbaDqPovGzeBjJypwz_ww"}', 1795459299707);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL;
CREATE INDEX accounts_unclaimed ON accounts (last_refresh_at, uid)
    WHERE email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND is_kept = 0;
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
    -- NULL for a sign-in link, which may create an account.
    uid TEXT REFERENCES accounts (uid) ON DELETE CASCADE,
    email TEXT NOT NULL,
    new_email TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_codes_by_uid ON one_time_codes (uid) WHERE uid IS NOT NULL;
CREATE INDEX one_time_codes_by_email ON one_time_codes (email, purpose);
CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at);
CREATE TABLE devices (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_uid ON devices (uid, created_at);
CREATE INDEX accounts_by_initial_email_at ON accounts (initial_email_at) WHERE initial_email_at IS NOT NULL;
PRAGMA user_version = 9;
COMMIT;
