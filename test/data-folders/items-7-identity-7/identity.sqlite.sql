PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwsco1syS03HcFObJvBLQ5zpTyq', 1795382975266, 1795382975266, 1795382975266, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwsco3251dOYe4rpujqILPvnv5I', 1795382976893, 1795382976893, 1795382976893, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$JWaf/1XwduyOeBmswR5nsQ$/Od1n24x7DXV+KK7fqa8aUwwUejM8kwJz9nGDjMhlbQ', 1795382976893, 0, 0, NULL, 1795382976893, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwsco5jxDVgzN1cwFZ1GMXIWDl1', 1795382980125, 1795382981394, 1795382981394, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$iFLbkTO1LDCldxNAOdZTPQ$iSSRtv5zCm2W5KN4jbUwXPKiwgmsChGopU0W3CsOiaU', 1795382980550, 0, 0, '{"owner":true}', 1795382980550, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7773636F3174393C944B1FA1D4A8C8B5B64A055261D5328FA947F5DB4782C658D0843C107E249E', '0mwsco1syS03HcFObJvBLQ5zpTyq', 1795382975266, 'anonymous', 1795382975282, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773636F333235EE075ED41EB57FA16583949C11D329C906641BD861D171844DA8667689CE2324', '0mwsco3251dOYe4rpujqILPvnv5I', 1795382976893, 'password', 1795382976894, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773636F36336E4AB9283F9C6551911E890E40CF3D8F077532D65126589B9E8BCB2AEC877E97D7', '0mwsco5jxDVgzN1cwFZ1GMXIWDl1', 1795382980835, 'password', 1795382980835, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773636F3663349D5454CBFA5410B1A818D2F56CE0B8063F45F9D42591245C4B1AE377E50D2CFF', '0mwsco5jxDVgzN1cwFZ1GMXIWDl1', 1795382981140, 'password', 1795382981140, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773636F366A364B278918D6398C32010DFDD080A796CAA49F13D3B78337361F63F757BA8ABA6F', '0mwsco5jxDVgzN1cwFZ1GMXIWDl1', 1795382981394, 'password', 1795382981394, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('GetUP0FLN_DZCx5Gy18qz9KueuAq3VCEU5-1VKfzGQI', '{"kty":"RSA","n":"xcPWuU-v9kez3hzvaWAYAt4XMqgKOrBZfX4lSZpmBYTqmwWCSdgs-KMYeWAfYsqy16vGTkEjTeLB9mpY3kX5igs4sSgk1NyG2gMDo8f294yEc-g3x3aVZlgeHsVVFqZT4AQm2PYoKXziDsSWcJVdnKlu5t6l7BGyoe2kFuO1z6PIdXuT0_doij93PnWf0lJQi0_ubpHAEo8_8rZ-4DNjdgeP1if1YRakaA_IA_AtkeS1vuV_Hhzl8z4FzZ6n9Yut9bGRdSPbma2qKKLFoB5mYqe0d1S63x66zJDrQkQf6LUBs8ViRtE_kJgwHwGDOjkxznclxKJ69YmQCBlUv2x3VQ","e":"AQAB","d":"CPa79FFO1fhhCDfCiEGxROwBHCwuroNQwxXlJcVoS2a_ZYBl6-fu_eQSl2nKcmVintDr358nNQAKr5sZZRXB3kZs7ua1aKqIODh7wUAuiwDk_gXwBUv0MJvc3aMvHKQ0WAqIIjxiDKNa8bVqZjb288NgQfmkhqM0uA836Uuv8XXUAbelzcYDrM1VlXRVat6OPm8gqHnj8uWbGmayusQQFA91qN7rwH-7m68X-ISbacfrjLZKZKY_b5_ceCnrRL52bUgX-NLlM_1UA3Sm_EPuoNfUDghdMWNAxTPkQexRFFhjKhiQtfDIURE-d7eQV5MxRXTTQJ1qFCEsdjiQYenx4Q","p":"98NwrKI6hSKGhd0Tve4w5JSZ424LocFcIt-mKYdyVochOTPc8lyrZ863D9Mvk90LkBseyWoziwFTsylRmgpkQ1aIRJzefc3rZll_KhoxN5cNjqUGHWDyWhi4ghyLLy9yJvgZEQOsoaMfjSxFt_sm_V8RbRK0QYDKYb9TFbEYkLE","q":"zFbkoxM-2nVLi9Wlt7sybsP2MlWqlFEm4DrwhXtUmv3ZTmAOX38DKgjCy3E1d6y38F5fEX2P-noDIoH3srmqkaP8VcWJv578OJ_Pwjm06nksiNruoisDeKoi1M2Yn0_dazdztpxBKeXs2SjEJfuWrYylvFzmG1UCshBS4mnd2eU","dp":"aV_M7w88Nl1du1cwS0ofr0foP0sRVWVoa0iVYfpCTbzBC5QcN1Pkbo0DXI6kII4Vmd9-84jgjREuaPd8xjf_Noh6Ajx5gCXxJSGRLPXg0tTCplVXSW1vBZSX_HZpV9MlCJ_iAVN_u2smQyN-L2Z4ybACOFKJKYa-DF6T1pjwarE","dq":"F9CQuQjHLIK7GUL_G1iv2gTwrpEZXkvO8hcsbQIgrCelqeK8ChktbzqyKS-6gYYZsePtxIYTv6d0shLfoW7OGEc6Y2ywTyriTl8hwYskMKeKrzCE21WUA_4gLRkBDqAqOBKwY7n2RkHLxstfgOW_e96GeluBXfIcbFBGuKiJ-Jk","qi":"c4Vm64tg9L5U_bFfYkj4EJr4eQWCq1DyR8E-xiDtv2jcdvbVg9E1xSFANiS4vMuSvC00m3wf3ihBiHYCxEK0pCLrYZH7YtnEFB0n4pHqKE_v1fBawICv1J7CeRke0SmOuK6c5pcso21Ulw-M7FRyI6d1y96mgnswyd30GnVqsYA"}', 1795382974721);
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
