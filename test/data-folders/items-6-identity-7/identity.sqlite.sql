PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mws2y8hsoMS7PAKnDwAE36Vncpi', 1795366654336, 1795366654336, 1795366654336, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL);
INSERT INTO "accounts" VALUES ('0mws2y9dytTRM3AM5Y2BzTqcSut9', 1795366655494, 1795366655494, 1795366655494, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$daLYa+RjAC1If0Nhfus8nw$DeaiQSx+OYM2B0oQtxKTTRHMHkqlFhtFlL2tkla5Bnw', 1795366655494, 0, 0, NULL, 1795366655494, 0, NULL);
INSERT INTO "accounts" VALUES ('0mws2yaar4Ug6REwQhiK1HeXEuiU', 1795366656675, 1795366657134, 1795366657134, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$GWSJjh17QZ6fhDVn+Ug6mw$kq3DtIw497l3f+9o6t1X1WSQLWxtji7nnxhwY5OEfio', 1795366656757, 0, 0, '{"owner":true}', 1795366656757, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D77733279386873CF097C844A59811EC9456D077B1836C806C838A06FC758DBE81C5EAD7D268E11', '0mws2y8hsoMS7PAKnDwAE36Vncpi', 1795366654336, 'anonymous', 1795366654342, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77733279396479DC7E001DD09DDA799DFCD506936D4B5BD4AC8E61178F4C49D0C898729D9E1C4D', '0mws2y9dytTRM3AM5Y2BzTqcSut9', 1795366655494, 'password', 1795366655495, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773327961663368D7E6B3A81FF58AA64DB744EADCF56EE427C395774EF993186694DBBEC5F76C', '0mws2yaar4Ug6REwQhiK1HeXEuiU', 1795366656831, 'password', 1795366656831, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777332796169696B3EBDEC6276E7148FE5C1B2F6C97572B6797AD6688387C32F88C6F8B6D90A85', '0mws2yaar4Ug6REwQhiK1HeXEuiU', 1795366656954, 'password', 1795366656954, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77733279616E693FA9D0A6388A5B50E6D6800729384193C3C48869FA5ADCF4A186FF0447252815', '0mws2yaar4Ug6REwQhiK1HeXEuiU', 1795366657134, 'password', 1795366657134, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('Q9tZMT5P1NoMhfcY30aYLacOFIitlowbcYpr6_TWHsU', '{"kty":"RSA","n":"0gncWORtrLr2Abz6MrB-mGm_E4kDpAllstVDaUlbHKI2o50E_8ky2v5DrjIS4w5uj2MlYiDERec-x_9i6FZJgmm_nQ-j0r1OxnAJCliZ1z7bKNfxLstHOxncK4e5ok2HOcGiekKq-E7bIJ8hmv0bKLAbjfK7IIBG6oBiIqKMFZviq3MpXSTpp_b_u6m-iETeR7kacw5ogDy7ZP-6RrZVayJG8qbGJEIieD87-wXZsNt5Hy7oC0qx3u_vgxofIgXbgZKM07hJOccVCtUR-nIzshWoMxjsCrc5GYn2-ksWRvGodTX98GodAWg0-6Zi-2IfkTpmdUvZl2ev8dtLZJ7QvQ","e":"AQAB","d":"Ab7wvLFrYvXr4RBR0RWL-9bXLoGjTNwCIyYoKQohzn9frmT5-2lP-aeG5v4GD6qZSypTD3l_wCf_qthp2U4MTt_zponQfgoySy53uMULRFGCr1h6Kf4pEanxnVADwEBeOSHtqJAAzU8UfbUs6ZWkgeZS2E919Dt0u3LFPg31VaGh9_owDNuwjVoFtrlxwdr72RsU_5BOIUXWvcqYHPkRHo4f3J7238M3PkybuBE1405lIUOAdVS8YHTkEKebKVULNh1VR8txAKUTvWRSZ2TX5r2Gsit66Q3pHBPAlrA4Mub6hyzJkJrIykYf35nq_uELSauFkHovinbGdPK-yIvf4Q","p":"95FxbDMjYv7n6204te2P8KNNFbZIBKxhs_fC2r6joG3zZtz_Kxsp_WhAojRNuPJgTjwzEGkTonq2ITExBY9G-nllJelIsQkMrGJRyxEDDYnjMMn-EB2FoB2Yb-BAe4EBuIGZ1vVTjc0CMKQoMIw6meem1mB8m22p9urcfXpG890","q":"2TEyAynkqrV6MeoI81DuKlcIOYmGvVCFnFYrpdCYIG405_VPfn9cDGIvs2xJ8q6a6yKZSRXYvUvl6VHylcixOvN6o5hxzfU-SAMQlw2A3jeBGAm95AROEcO7pEQS4a1MqnIcVVIZE3crjsAnGFSVhvi7wAQCVx32Jx-SfeN0cmE","dp":"jGRZat-RKLmfcX3N1DW1E-S3eSGWs7fB7FoLkRrdFcRkbKfUuHA-Hqt5Q8LfdItWm-c9mgfMj66BDE-mGh4HRVGET7x8cZDNNBDJi5vJHGtegDN8NU1YktVVtdP5HVCqViSAxkr3KAnjPQxKkkVjkhWxIg8zerz0zsafZTTrea0","dq":"Xj6gqwrEtOamrX4WgC6AClNVuFHa689DCwHBUuRe_sOTpYunAQcW1DDO7hZxSCNICfwrc7FNKWcDzujGUQSTEzeP4elGiM6ARhM-Ya10W_jNxbaEdasAjWjXxYHch50BhXyamtNTGkU922W6ES6y66yHG90hftf7diKXGJVYdEE","qi":"nWTnFm06nQCpoSuIV_Y8VlpSKpcfKThd3YMX3zdf8uAfez4QxN7wSRvVK23EdFMwUacffAeaL_pfw7ovshQFZUAiXBLt3RYropjNfHXRyeiLUjFNy1GnCm9aoRGoPHuNHd4ZU48om-vwd10lxbkY2VgO8MxZo-akXfAR2tjbKoM"}', 1795366654292);
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
