PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwrv8givfSbNX5GxmUJ90Q0k5Wn', 1795353694375, 1795353694375, 1795353694375, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwrv8grnrGS1z0BK1g6HXaDwb6d', 1795353694691, 1795353694691, 1795353694691, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$md/fGI0VNX95Z81gZ3Q9fw$2Cvx7WDCuEaEcqw9pECF/YkOxurTSdTSzeJQIK8E4ic', 1795353694691, 0, 0, NULL, 1795353694691, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwrv8gzs91568xbrj1zWm3KJ48r', 1795353694984, 1795353695094, 1795353695094, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$34aw8rpI3T9dpw4m39CK5A$O/iEWwl5POn3ZOrWgOXig1O80sfrxyqsGbDXWMOZ1TQ', 1795353695034, 0, 0, '{"owner":true}', 1795353695034, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7772763867697618B30E0D7E93CDE52F5F4E3894AD130B1D148DE55405F956CB17FD039E8B3CBA', '0mwrv8givfSbNX5GxmUJ90Q0k5Wn', 1795353694375, 'anonymous', 1795353694376, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7772763867726EDBA1D25460DF1F437D4FE7A90FE13DB10F88A445F8CCCAF0763989DE94EAD7A7', '0mwrv8grnrGS1z0BK1g6HXaDwb6d', 1795353694691, 'password', 1795353694691, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777276386831786A3AAB98B86BC1C88E6DCF7A390181F4D4C513118AEEA009760D0D051A5354D3', '0mwrv8gzs91568xbrj1zWm3KJ48r', 1795353695061, 'password', 1795353695061, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638683275964482EFCBB6A8D0439693862CD11D62187E523D84100FFEFAD1915444F44C91', '0mwrv8gzs91568xbrj1zWm3KJ48r', 1795353695094, 'password', 1795353695094, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('pJwl99BBA9oR38Bftr32sLftZHqbMDSB5LU8SvHD-Y4', '{"kty":"RSA","n":"onzkhpZfURpdTViYB7G0odQoeka8e8-Unz0faBzIwDKDk9YdKoj2QY-YWwCnuf70BAdO_iNfiy9cKDDRiY-Obmcqp5lQmDN_tLYUpWz63_Hjf3oEQNKrpZwp5zHw0z7siQuUsO2mjNpjYh3trhq80Kobm1IE0EwL9i7BURfPLyMkPj3ubELlt0Z5yl1TV2fIG471s9E32zxrmKiEz3L27t6NLcmYVrk-p7oxfQ6yy2J5jcMM39Jclw71vMC0qV_4Vlo5uyT1DP9M5w4xZa2jK_DbImU-lkQnSyW56lfe3eGGxpKyqEkyQ85lF2SAGGIk4EWxuPFE09TeJL6Ozkl_5w","e":"AQAB","d":"ARFFV8uN1MBjOZ7bYNR4lYBPT2cQSkuS0UpymOsL2vGRSNATpssoR11BaMwBCENqVvmGxYG7zX-8VW_8qpk7M2c0SUKs82pL7HtFvrkyvi6ecuZ9N-_NSCZVwwwoN2mbJDQSLrpJr0YdGzZ0Nl8lJDnLUbnmwo7UnI89teHyKQumpiQEqoqaehm9FPJ4Q7uDFnkt7QF0yKLe1_qdtEfTP80NeiRI-2dLNz-Tjr-cd4jR49Mi2F4mesRZmam8-ziOst-7gV_2os_oRNB7rGhQkB4GTYih2dKWk-SV-3tqgi_YHiIHVsqIqDtrlQFAGzIwEp1v56qOTnPg8D36H7a0AQ","p":"zl4XEoVGO2dOtJOsrj_Y6FccnQTIL3_AYNOsu34FTENa6DsH4cG2509KibAWMTPK5AXhBQnlZKqTd6V7tjxBlKs1yei-DKRy20Y2e1RjCRYOKuksBJvfOCVLZSF9ZmhAAQzQ6PpLGgH2MC7SZjDM3-0vLX4u7V1bl0LyiyWWNEM","q":"yZEpFPmVW2hFqXRcrmCORzxJrTjqkDG-g3QdmK1GmEwzGcBpXo0Ps-NRA5uE3Vfod4afy1-2TW6xHK2ALaPFdtFDq7Q7Ocj7ehBlQkt16rGJP9Zls1RLnXTWMGt7O51QJu2rgddB4dsYiIwvD-jQTHjklfOsoM8e0__Y4LUufY0","dp":"MilYvl261pGj5ezHWouWc9NI1znkVvdckayiHejh7MmqfSxsHAn0JYF2gsVUf50xQf_T1F-1bKSxt7F3wrIe1r5PEscJ-xS1_mqwr4WxlPHRe8i1tGEW_xTBoNFlI9FPTXIKDbdZLfcwGkInTkOqaPvELfCwA25f5wKU5hG60vU","dq":"q7-2g5rOut40TVlLB4JaeTRTivfuVgMs1BGCjm9Gscpr2Ets_RWxBZRxmWNQaNHY0M-zJLVfPsdMvqTPjRP4028n_AxMUsaAENgbj8uApAO2cOCcM5tl-rptL0DF9lvqyeDFvJLQHkRzuRXJnALCSgbQrzy8ISGaoQVlpMJ85Jk","qi":"bIeWX6rutSyPkWnaeVpbQfkOlc0dExgjulDrVIFMtrjfeM914gYRv9Ad_X2nF7PR_BQsFKnqLcub7aEFiCg4l2uZ70hax8c8bH899z4jYEsTjQpx9-SHVh0ZfzjuZpr8uYhADu_PyjmHNxt86heglfU5aqh9CUmbq2WDNxQIEe4"}', 1795353694418);
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
