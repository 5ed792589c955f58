PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwrv8div84Krq7OcpG44gqhUV5D', 1795353690487, 1795353690487, 1795353690487, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1);
INSERT INTO "accounts" VALUES ('0mwrv8dq9ZHa1IOyihUZZhlGmcf3', 1795353690753, 1795353690753, 1795353690753, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$qXWMsGwheiTsC+K3f9NbqQ$GhAy+jsc4bSLTppwGIid9elTM+n/ddTJBB0dsz2bFxk', 1795353690753, 0, 0, NULL, 1795353690753, 0);
INSERT INTO "accounts" VALUES ('0mwrv8dx0JZvfLxaLatwVJzEOe0O', 1795353690996, 1795353691099, 1795353691099, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$N9TSbhpG+obey1222Dr2Ww$uxVO04Se1580fiEVetRX1ayx8TRlsYNFequpL1XMp3I', 1795353691041, 0, 0, '{"owner":true}', 1795353691041, 0);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D77727638646976BB680EC160F610F944BCB298482230C759867EA4437738FA10AA515B67A0FDF9', '0mwrv8div84Krq7OcpG44gqhUV5D', 1795353690487, 'anonymous', 1795353690489, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777276386471397ACF4AD9E43BB7ED2DB1B5CD9523ED052D72BB7206B045DDA75D7E2566835711', '0mwrv8dq9ZHa1IOyihUZZhlGmcf3', 1795353690753, 'password', 1795353690754, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638647A370992E4DF6230A03345F8E1C4A48C23768DBC7887A37D5E18AFE2E084F11FC50F', '0mwrv8dx0JZvfLxaLatwVJzEOe0O', 1795353691075, 'password', 1795353691076, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638647A76C242874BC57D6DD8910A4B3808BBAB70FF43496ACC1256A3BCA8764054E835D4', '0mwrv8dx0JZvfLxaLatwVJzEOe0O', 1795353691099, 'password', 1795353691099, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('w0TFwpGALzl_VYTkwlL2yDJHP9XH-O-zSDL89x-4vnM', '{"kty":"RSA","n":"w6aau8i2yGoev5D4pNDhMvcprIPM0U8Ik3MXduUdfqaG-9DVUZg0O1EejGioxozKkvv27pq_PfcykAZ9vv9AT8O-2CXvfs01DoJJBSnSFR3YS2jmz5DdsOKBckKzmYdodNxjbQmcRInAOw6MkM3SanNrDU6BA-5BZgH7c5MZz8KnEEB5ZCiEvTBAPF2FpSoQYPUY9RaTicnLlLajb9xZ_wvSZkiiu4aPl4d2na3BXAAcC4l6LPOAJfhGkvCNuUbi3E7HJyzW8UCwz4YQGjDxO10qp95u0CC8cbdPXrNGP52i7q3t_N2xL18JvMANB5-4b50kGLFuQzAsC-CLPs3qLQ","e":"AQAB","d":"Fm1LlrOcQtQ_RWWVyuFoCb02mWAw-IaJt3Uy6bMRCB_d9ebrUkNogVV8HfYv79_a_LGbOEtOxAieUs9xAerPxr-Wab_Mzd6HSBbRI0wMQ9Vm93CakeJ2NxIlFSGQ5XbAbNzdHMuZjmsH46fNnxpTa1Zi8rnepMJehsCQFUsgY1B7lWcZWKdogQBFS9Vv2aT5KoyB6AQQy4mPQfmaKBy1bQVtr8YOFR1d6QPDkd9_l7RNtWZhOVRczdgxcVzk9z0n-lz4VEekugDjHdrVFdCfTa4uO5cGagQhpw3bWn1ZZtlt2vJ-ps7mSOtqFCPmCKckwDUTycP7-SZY9QnF4lKh9Q","p":"9WOIdNVL6Gy7SZ2AvoGm-JnkKPcqQGQCwDi6MXjcRl7rRXdfvFhO9iFOwYR3aZfWU0PKLUvEZ-hLyp-I-NjM1LS8ShFKYCv0wDzzpyEDwIy8b6gfc6hkGhhJUIdFWEsPfyjhC9ecinLNlenRM9VUsWu-WOZ1DBEeDtNltvdRgUc","q":"zBx4FgOYoeOWbbHF5ms9TDRrgsGeX63Hfo5ysFvW8Dp32ur9Aq1jXX7XwqO5CT7JyS00Jx7a8SLGiDvXaXsGRqX9STYZluUXsfVovzZYCFu_KhlLko8qYr5Qr7x-6kG-_nH4OHywfXJekzltSr71RnGX-zSD9G2U3XXRF8WQ0us","dp":"j2McvmBQnbzDZ42wSCGMhqGt774Vo1CNRvMe4X-k_z3BrnLFr1HOugXWdj_IYxxFMZxgDD3Ew466kujL6dUNQ5FkoMcftbiZqKc1HMiu35mdFoWf8z5HV_QvCu4wOBqMMJqbfgb8Qu44cUwSYX5body6ekoXxPhPnwwp2FMF_ks","dq":"B3sbo6LqGzTeNJMJb9KKYpqhPh-ekF8sKqVJ6tDS5ecesXVfZJO6Spj1i3q4s3ALsUXo3W4yFBh0MlYPJRyPNFOtHtvOwEsRPUKDXk69l0DVltNqg6qfoRLcnjRIaomSWH0Q3fEj_tUMRlUaflzVXImZSmm4VGMXy64fxcFF95U","qi":"DokmcLE0K8IXkrbD5I20oJkbraSOq-V0KhTGos6J8WNevfc-UtzXSz4hqPy5uCVuUM9TEZG5LfRpucSK7qw5zeeaxBJifeG9HyAJa5usU9os2CPlKgBA2_QOVTZMvD4Oymdiy-xp_9EhQDqrynwiXD_zH2knnScbSrRWzvMjRRo"}', 1795353690468);
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
INSERT INTO "owners" VALUES ('0mwrv8dx0JZvfLxaLatwVJzEOe0O', 'mary@example.com', 1795353690998, NULL);
CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 4;
COMMIT;
