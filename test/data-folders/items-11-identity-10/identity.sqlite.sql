PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT, grant_id TEXT, initial_email_at INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwukxu7f3Li0DCEpzOeeIMV50x8', 1795517801259, 1795517801259, 1795517801259, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwukxuwsq4suXmbL0SpNno60O8S', 1795517802172, 1795517802172, 1795517802172, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$P/quSaokdnDpykekBA04aw$6qJypf7bCSYWBkjt1K7CTKrZ51Asej73ZXsJ2w0i6uY', 1795517802172, 0, 0, NULL, 1795517802172, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwukxw0t9SXk50ScOucKyJDGxkr', 1795517803613, 1795517804462, 1795517804462, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$fV+M1YtidKYKnGI8ZH60oA$49U2o5js7+7jaMp7xgpuHL5m8ph5r1APqF6Kw0drLtM', 1795517803849, 0, 0, '{"owner":true}', 1795517803849, 0, NULL, 'yY6febtvp2Cdm9y3q6N-bttaXNZeXV682UUDLc6ZQxM', NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D77756B7875377501A5FDDDDEF4A74000ADF7AEE5266B2385E6DE2FDC6B616501CC325D67B5671E', '0mwukxu7f3Li0DCEpzOeeIMV50x8', 1795517801259, 'anonymous', 1795517801290, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D77756B787577734469522994D6D7594E24468994FE5B0584D5E9EE5A10FF1DBC89A48223C07432', '0mwukxuwsq4suXmbL0SpNno60O8S', 1795517802172, 'password', 1795517802177, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D77756B7877613635A2B8BE38085F95D78AB65C1C1436A74103508E95DF8991D50EA93F099BA9B0', '0mwukxw0t9SXk50ScOucKyJDGxkr', 1795517803950, 'password', 1795517803950, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D77756B78776E63E450BF6853D3DA2AC9F17D799BFD7A91B5E1C3F804EA4BEC419F507690443D3A', '0mwukxw0t9SXk50ScOucKyJDGxkr', 1795517804424, 'password', 1795517804425, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D77756B78776F652987548BD635A55B8A43AE25B8D349845DC120012B7DDD2AA20E1A381B8C879E', '0mwukxw0t9SXk50ScOucKyJDGxkr', 1795517804462, 'password', 1795517804462, NULL);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('NlGuXXJASzKMsRKpQ8acMeckdoYjoYUVYNuaHYOz8nE', '{"kty":"RSA","n":"yMkFhrmeCyxwGGNx6E_8DuI03Y_tCyv_f_ObrAcNIYgFa0wfFXxhEkTr58Nk_kH-TzvXvSZQDes9cULDEJqYIN51YZcSNIs3o4nANncy4UI19G_eguqTTXQAunEqGlQ7M1BAUSH8HygIGsnSZbwMI8isyH963qZ7GL3mOuk9A1uZS4echVInLkoOauDEnbs7oY25B2RDMrBV3uiuogtoVyFGScZwdgrs_PjLdPVh26dbS9dVB1NUj5OsnDM-BbtqgzC9n8wiDy41H_5oe2ReTGAD54TldMSlf402o7IEC7YybOlf-KKe8ZPJAT8Jv_lHCf5fm4ipkPASXe546OepmQ","e":"AQAB","d":"AusD5aLlgNYRfvwmo43GwhpvUm8wC70_I3AXL10e3upWhLuvHWtHPvgWulSNo9SyPqaL56kx4ewVv7Hp4GAr4xlP1iKdHE0beojgyftOaM_aWFeLJJapbZAaHpuK-BoUX6G4rB3pUx0jjWDXgU-L3rX9_wiwWXN7N8aP1zJuNWNwufI5YSa_i9jaSmeF6LKM1-LWeCxKfF4EplaUhVcUsclvWmkHTtjRh-VjImChBVnrqLDtiCVDFkZ5ElsOMgf4Qa9G-jZJlrS-seAwiyhvVXeEReyBJf9mNk6aF5skI4P4x37wAlA9UDH_myhyXK4VsnB-NnxK9G1PIotN04jwPQ","p":"4-YByVWPo_Mgt4mc0lChRLMtPyvEMHY59OCYXV0RPZxLeW3SnI5RPPGYA7Z9cDNeJDsIWKoqH7nwHQqb4_GEi4LyaMbfQ50vl0StEIwvaMN1VvrFYBdcg9voQFx4ytF23387Hl3zemkCAp9Ej_cU_hYLe81fCN7llkDfWaaiNLM","q":"4YskBiEW2A3f-XidHxRD_j3yq268gkYQaMP5yLO_fYykxX9Eg0fKybp_XTMb6haGkTxKcTCZWNQk_qUhCeLcdaJ3kxKXvnAYxqRfCUi9ljGHwuUo77Df1BC-1Bye0UDdI-m5oRNZHIx37YJXBBMA6yeZ3uyYH849nyrkpzTrhoM","dp":"VhN8nz-qxiDBPbFDQwhjMOB_-XkdW7R7xWrDAZhyN5P9ybpaLvlt45fYc6aMkEFGkGafi2WSDXOcJkvof1qsVkk6J6rdjtsiq36r4zEfgvE4M4b534ZTUhZQDWcf1HLy9A1JFfokSRq6QKVJLxsCmclXwwXZnC8cBfkwotrWLxM","dq":"eTD5z21SSA_UjMlZrAyIqIGC9skO8_VP9etwOX8UYxMCqrjDCMO33IOg0mSXGEa4UiwSWBXkIE4F_uqeASDsky0UkWuJLCQxu_Mwud1jOeQtbfUS9RCWhO3mjDVAxXHUIesB-uJZnLSB8JZ7yU2ozbK-xIFfEKASjodOy-XstJ8","qi":"BG9XRV4hIGp1IR1WXXxIABfnEWUb4PyHV7c06ZgwqPLp44xaVsEU8iMiRJ4kJrzR-2WrjsyhbbsSXFEFRYlXQHmr6njclvh0nf9HMhr70bhcQMEUaa9y_HFoqa3Pp3NuuIfwFGt2WbJG-FT0i2cAEf2HOMX1tSDT4XwZbclEwEA"}', 1795517800925);
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
PRAGMA user_version = 10;
COMMIT;
