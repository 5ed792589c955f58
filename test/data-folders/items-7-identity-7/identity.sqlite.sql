PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwsdi05mmLynZsNbyI2oI7xO9hX', 1795384372810, 1795384372810, 1795384372810, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwsdi0naBSar1dE5jSjxXAKIigj', 1795384373446, 1795384373446, 1795384373446, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$LONg0qX+2wDLGdq+rIHLJA$omKIDVQjaS4IvF0108KBGZocNB1jLGzgzjjn0/EkjfM', 1795384373446, 0, 0, NULL, 1795384373446, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwsdi21uMI7CecFzoiPquF699Ge', 1795384375266, 1795384376036, 1795384376036, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$skppz4xgWXm+ldGEcrk1tA$uS92FOCKyY21qhI76Ht+Pb19I9pfDzQx+xaB4TAVcsw', 1795384375461, 0, 0, '{"owner":true}', 1795384375461, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7773646930356DE32777B5B377C1C04ED2137CFF81B555C73854C217D4D4ED4DD9684E80F23656', '0mwsdi05mmLynZsNbyI2oI7xO9hX', 1795384372810, 'anonymous', 1795384372812, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77736469306E61978CDA2DED3DD5E598ABC0164F8AF12DA74A67500801BC1F505A9B1D3BC33C66', '0mwsdi0naBSar1dE5jSjxXAKIigj', 1795384373446, 'password', 1795384373447, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777364693238383736D2483CDAAC2EAB44846A54E37D0B1C09E1C72422900E7ED289BD3EEB7682', '0mwsdi21uMI7CecFzoiPquF699Ge', 1795384375495, 'password', 1795384375496, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77736469326875AE1BF25036CCE996FA57036C21640AD679EBC13FE588F37B74E5AB9827932DA3', '0mwsdi21uMI7CecFzoiPquF699Ge', 1795384375842, 'password', 1795384375842, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77736469326E38FF3E5C69AF8657A20B82182AD41AF5F2C8983994EE5D4744C75E15D3F3F45EF3', '0mwsdi21uMI7CecFzoiPquF699Ge', 1795384376036, 'password', 1795384376036, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('rvwqb3nedEpPTeoCljbzZ38SPCSOkxMDgIUzTCSY2is', '{"kty":"RSA","n":"7RaFERamT-BnF8ZnNM9nnF20lcPGuNr-pEfZijoNQNJVryufP3e04Rbyzb_JTh5ZVl2v_Qbg4KDUF_l_jMeFyOGj8x7A75W4mC5ayTmYAAUrFFRx65_jlMcLxDVR3qO-jwA3KvN-dcDMei-j-EQSn7YMIwtYvyet2kgCJlK4t_QCAneUB5eUeMcFsKA38wTwHcEwskIGY2a7IrpXXfM8ykUySDovTT3tR6xUp7XLMf3xM5IaTbUKVbCCw5cv11mU3GRgiA5UQ3Eqnc79gMKJ48i4pzWlnB5RcRyGNbHC8fuJWCmcuTdfSu7vPDUiYxJ0AgKOzq2oNRXg4_5HJ3Hvnw","e":"AQAB","d":"G3cv5tO5DujVWJTp8N1pczJh0LW-PZJVIeKW9M3r1MtpFLgYzzPxbDVfNG8C2ui7exIIaLzAFsBa7FoW03rBE2KcaSDyGJnqKWsOpmAPLUrBUQNwB8FdOSeOmTt_ZquRJaTQlJ-3pzGKHp-KlHYNCEaBL8Vz5v_UQpoenEzvTD6gWWh6g_kIKS7NJqVYwg_b0E5wIrRhmoW9mi6j7tl8DUfTrT6xsCwF-4uTQH4ah9qpgEST0wDvTdRhca5cFVgF-M2vG3VBf16UYmRihMGsLEvDG4gfVbVee3g196tZAYz3WZZhad59zGmaStKxCClUvjsJGdMlHK1v9CQiflFvwQ","p":"-qwQq9Fw6BxQR2roHQDCK--5L1ZVdAloBXE9P1oJvybaEyLAVnnTaengT_uZHhGFYGv1OzTIq1RV1C5owPdMz-E_bgkuEjya8X8KA-I23oz1ndFvpI6Q8062Vy0Gp-2lDT9dtUKbxTc57aIkvx6kpAiHj_3gqBfE1u1paSTsIME","q":"8iCKr3sjctikDN9-nK7heXVpVNkZfed8KC1rjloyMTMjbON_eBRURTEiXMzXVRrbGlU_JBEXf6AGGZZ5lXFdIMI3QQiVUDq6SiYzdVF1JEu3Zv8MiCXm1DTutVRM9j6FVcGv4MdOXljZ401detYQ11h9uJbf4pxcweikMB37yF8","dp":"i0Ow92QisDGawDK6xfI37iT-4ze5vf_D1NI2zs19AL_bBCqYZPLF69_NiWIkjTn6ubkAw2Xt3pG6JWmrNRmviQaBMObUu7kD9As6SzIQfdAeXRGQTwINsb8XOpN_USiMPDHqI9vfos-t1UHx3GRv39oFRpArkfeymh3IJGwo64E","dq":"dwALaWep6n4TUshdYACLjLhqBmuVHc4xtUVtgU9PL-MkXBYLxianrEIT02xRwOAsI2sWV1GXLQCnPtg39Xz7-me55FqlmALlICBaViSs4CPehd6AeEG4iz9guvotwTDFM3q4SE9scu5UWGTjtsWTDWPOlnSAoM2cwSjn2UZDQx0","qi":"pgkDWVpiUMroGhgx_mxqHYEPsPu82rws0nDoEj8tx7nCz6FFCTHvoi-R-PAtc-X6d1ymb_JfkGlBDS2TGsFZI-NED01jfQEihdxsmAwu5JH4ivEUOPhpypiQ6SDThF252GT5e6HcxHp29GSiDqzuGnsunEYN-N0adXK9ynNHXu8"}', 1795384372598);
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
CREATE TABLE "former_owners" (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE INDEX owners_by_since ON "former_owners" (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 7;
COMMIT;
