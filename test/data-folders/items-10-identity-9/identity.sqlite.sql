PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT, grant_id TEXT, initial_email_at INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwuaodueUgEMH3ogSfLBFLGXjYg', 1795500563990, 1795500563990, 1795500563990, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwuaoem87NPJ0uKXXwS1y5PbrXp', 1795500564992, 1795500564992, 1795500564992, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$uGhJdjqCnUQVTJFNKXZaVw$kh2qkFiwV19KgdsapUKptvucl7udHcDEZMfrhglN3j4', 1795500564992, 0, 0, NULL, 1795500564992, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwuaofat4TaVqGpVw2867m9s5rA', 1795500565877, 1795500566614, 1795500566614, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$0uIS6pXcXqTX7dYSAZHZ2A$jqVAeo5nKFQ+eDdUHcTgZV0doUPj0kxdH+CQh2OJPBk', 1795500566049, 0, 0, '{"owner":true}', 1795500566049, 0, NULL, 'pdyDlq0sQXNwQtK3RMcuWZ3ZvUVZVyqcFVxoCJyZZw0', NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7775616F6475657E7E96FECB968177B5092272275FDD5193495813DB48FAA6FEA42AF01E1C12FA', '0mwuaodueUgEMH3ogSfLBFLGXjYg', 1795500563990, 'anonymous', 1795500563991, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7775616F656D386FA16A8883378BF4E0E1BD843B5732B8B6C75ADAC73489F313A97D7AD70959B8', '0mwuaoem87NPJ0uKXXwS1y5PbrXp', 1795500564992, 'password', 1795500564994, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7775616F666F641FA6F70E18DF04C8797D8611617F11078E2D272EBBFD84F196C716936644B052', '0mwuaofat4TaVqGpVw2867m9s5rA', 1795500566364, 'password', 1795500566365, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7775616F6674623F0367E6D1CEAAE52C4EA3080C2B0ACA1F3E7FB4CA55D216D40D9C2995CBBD99', '0mwuaofat4TaVqGpVw2867m9s5rA', 1795500566543, 'password', 1795500566544, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7775616F667661E5287F6C80AA9FEEE82CD30C39D5FDF7EC54BA488599E4D163F7AEAADAF5231C', '0mwuaofat4TaVqGpVw2867m9s5rA', 1795500566614, 'password', 1795500566614, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('ISyyEx1r4Abo74Ot1l7jLXEfrqPOCYdudhThA7adBF8', '{"kty":"RSA","n":"hxloE1iMRoTNGVIckWwBIji5svjHdfjaONqNV3A55jjVJBkamiaCSQkZLJxQC7RhqBE315clKcrgChZnvqx01UoPOdmu0t6LNpqiYbOGddX1QiD0gA5VT1vOWn1Vs2LMwySDpvxcMEo0sriHjsA9RPSuZ67mWLY9HlZl5MxWUcBWy2zIHWfczT44riJG-Pq2JJNKeThNzfRANz7qGZOZ04yTlYq7OQ4NHPGFU4Rr3sXIl8ggOQ70Lm1WKgMZ8SDTEeOSldq1_4A6uEYsWKWjuDycOZOjU9zWfXaBiddGVUISAd6jyropaFDnO7dXOVCSHRcDPdg3bDh3_dDxkiNg2Q","e":"AQAB","d":"BKGpmH4w4usDGALhYVflSw3MSfcu6Vu0aX4OmeiKR5r7rZ7hs1auIUBbWVTrhpcywN8EPdMb7kya9SWS_W2unLBLCNXuYSLJfX_8IKLVsXz6CUAVeb1kDdItJxuEYF-6-tap38Pnii1FFLpwRUPQZeiIgRv1ICXxPvTBzf_2VpuXbRWr2l9SJBZ7myExWBhFMjqiM6tpdVN2-lAZFch-QKVkmopzfvUtjYhS6IOEII1oPtJAcbsuEFJ-oMkWn5dhK8F0EUwr35y7fDR4mhvr3DGdcaE1Qa7zGq6PEvAJpYiBNdxxByM_gn4nvhjcjepy2q2fL0MQzsmDSbmrS5KrrQ","p":"vgTiAI7A9laPCx0AUXwHlcHLZuw64QHKpHHus7D5iWYyKPE1o8ooKsHFlbgn6dl10JMB_u-oZi8SyqZ_k_1WjCYHkMu9ysKD8H9R83ywtXcjrcJ1KZMxzDDa4IJPmf5vZ3ZXrLB-WaQo5AUqIJnf-Ln-MUB_dZbbdL3ef84Uy4U","q":"tgKbbBXEjV7_p_w0VcsoebAyEAK8hS67P8mibv6ZF3J-FJ97zJynjnh4Bxj2g2_uFj6LBUmOr42h736lhFYt1TECHMPnhHVYr6No3TZA4HRCpa9q8aHhVFjH-vy_7DIdwUNpsdhQpXAMTDitGZfG4Taa7fnJNdfyjbDtAFZOTkU","dp":"t0iibgNEINgRFZkdq3tFHbBV76rAiDRgMAotQmnb6CoJC_DN2nSuFb_eQ7Hj3e6Bc3O5IxwrhJS3PX0n5akhCAHOnl3HbYH-HcXRWFjXYdHPOlUtCbMO_3PIS3GmMlV3Q4akvs9msDRltLs-jT-fB5zvkLYzu0qN16ckrIYtDLk","dq":"YpaY73v_AoChxLFk-8_WtcuN4oRI7283uD6VAMBh1oSK7MrSeSulyxNQGLAZ32pCscPg89U7N7ZlL-AO8dbobqFkPoaTInmZt1GxXJmlnK785thU-luwPUr1z-sWXm9rFKNaXh4I2QQPdT4B7Wn8LUOxuhPiPIsjdEKQre0R720","qi":"fmv1GBLFHSNhn03OxpK4wHmBTDNnzdymPniEab4VmuuVLaQTk-bJOZLEDmN4XCpjVfpgNoWy7ogIrU7Npvp_Mf6rYRZrsuMrjbb-flvJosQqQJzLz7R1KirgnOwN2T9v2Dt7FyS9gOYDqfCCAIf_Hfahdw1BIf7zrqVhob_e1XM"}', 1795500564091);
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
