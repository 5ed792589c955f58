PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwrv8ehz8PA8SGcNnyBOdSYhlPF', 1795353691751, 1795353691751, 1795353691751, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1);
INSERT INTO "accounts" VALUES ('0mwrv8ephBJxJo9oHUFCA7xXxBjg', 1795353692021, 1795353692021, 1795353692021, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$2Q5p17YuWLi0JzIjFm/OIw$mSI5IQWMmkTyV04Y8uYTvnAnaoUdv8WSgo3OWGraGf0', 1795353692021, 0, 0, NULL, 1795353692021, 0);
INSERT INTO "accounts" VALUES ('0mwrv8exanmBzgenGM3Ioyp6Z1Lb', 1795353692302, 1795353692417, 1795353692417, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$5O5nb9j924ksDyuqAcLQJA$VlwzdSOfP8VvKprSJvwAORB3CPL0AWq8VMwP5+WrXC4', 1795353692360, 0, 0, '{"owner":true}', 1795353692360, 0);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7772763865687A20C6F2069982550399302115A27E7245D487CBA567C2CEF9A58F1C5343AEBD32', '0mwrv8ehz8PA8SGcNnyBOdSYhlPF', 1795353691751, 'anonymous', 1795353691753, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777276386570698A764E41E6C2EBAB9A28A2D63235509AA7BEF1224B6A6D5BD2F660B79F53AE10', '0mwrv8ephBJxJo9oHUFCA7xXxBjg', 1795353692021, 'password', 1795353692022, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638657A6C53BAF16AD8D7DC82B72F4B6435DC21182482FD63F43FABF0BFE5B93F9E54712B', '0mwrv8exanmBzgenGM3Ioyp6Z1Lb', 1795353692385, 'password', 1795353692385, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7772763866306AEFFA8A0CF772ACE55AD9A66F71AE542876B627DEB0A0F39333EB65A8AB9EEE5E', '0mwrv8exanmBzgenGM3Ioyp6Z1Lb', 1795353692417, 'password', 1795353692419, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('8rrDqNMkn2_L1YkWtAiqaf89aUs3_EnlDWzF6FqFJ2M', '{"kty":"RSA","n":"x6Mqq9oWNAvsnzwwB-mElaHwBLvCohlNu21nFQtXQYtc2j1MqrjsPtGI19K320_gB2Y2-gfDPY3O18c_YlZyUacULIDkzJMfOqTDKEhA8Kz_T_TgG0vt5XRJqEtVVpBhFSpqIvv5meT0qsRIuODUumtB4aqJR0So95HzLkL6AAWPKWHUZjvUWkbV5sfVOklTL-ae0UNGmZgVN6hbgvZ7N4Hspjt4SinQBSP8SsltpN_a1Q3quVQtY_945e6p4XnoKAnkVGfQzd5aCeSV2F7NGgkHSjP4P9tJnBm8gDIWSUOyoYBS_UrF_3fAoyEx0VFw8lu4r0UQCf2YXgK2q9Bnrw","e":"AQAB","d":"FWBEmBTIqSytsCSDBWsyUHiqeUHxhpHXCj6d-a7hL5ol3b26kSfZLqYY_6MHH2s0vcDAGj2X4OYSQ8szNOsKCpwtQ3v5rmitFgZrryCCyO0n2VPgZeEsyT45CirRfxdZOH72JmYnRRyIO3tmSLAqQbEXuNDIf40RL-Znd4ihuZFY_K8aa2yore5g5HBJRP0q2-Xy8ZigrYMZ75L2EX_J7uEIdE2WxsEJyedxPAklRyWZojV5KGZBI-3DF4cZ3chbNgnbON2dayqSUrt2Y3hDB0jP1TVJYsIAtBUW1T2Nb24V5qVsFzJEeO2GS4xtlzuSq2gYBDv-NUBaKIgNiwiVYQ","p":"7-KYiU1O18bIGptf2-06QHMu0kzW3sBS-KM9rbA2xo0sSA1lfU2L8mEZS0QRDQfGkQ2QM2LnQJ_RWsy_gK0wii2Ac34o2VP5PMmXMlCdiBbs6laKjQ6d0PeHQst2x7a36XYHL_voNAilf7gc8ljnm6mCvmfIw1vsrsMOAkOJUOs","q":"1Qxpy1JCTMnpGtImDQ0zdmnNrmBMafWi0LLh1tweF0L15GodOZ_dOc5phm90q1D3mY7nrixfP8Qr6nFW_v_27qX1hlWbfyhGZDhbdDRiU91FyEpltmPyY3TWkHuD52qtch-hHhHvNGhHEfCbuXm7oJgtooSgpJQL-P4OHf4c800","dp":"Cm9-GUL-sg5YuCeYNPYN-a3JFKb5Ffmh4mUfksW-rEaJ7Zx_lMLh2qp0sjyEzV9QOREw-7tKuhn5vox3rD5chTZThzKuzj2D8ywF4s90-u2cYtle76H6JZQPE03MngWJ3KMgzuqTgGf74yF8SOKrOK9YG7ZiGnWOR0_-9QRBHf8","dq":"zl1kyK5YTDs0EWfHtdK4q5WWxra-rdBiMldjjJTQjOWuet8SifPA_TJkYvTpBNy7yUF0RvDyHjkt9LxucTiM_uNAbSvVIBlp_b_dTjVDnUpzQqxV05MCgbX19CPAQ9PASBA9J3xlwNTVKppurP0uckOVyJtBY8mHw1qLYB_5-O0","qi":"6pQNvWiT0dpBwxJ9gbIjYHPPH-lk4d0Ssx_K-hFCl-2K2zjeXQQyacshcnWJ3asTrm0fjdJuDPRWBNQ3LrbMzmfghocowPgqiUzxVnWdp-0z7UkVPtauIfD327rk7SWQj66fFV5c7qjKBhbmVdkWZp2KxH0rq6OD5RaKqYu2nVo"}', 1795353691736);
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
INSERT INTO "owners" VALUES ('0mwrv8exanmBzgenGM3Ioyp6Z1Lb', 'mary@example.com', 1795353692311, NULL);
CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 5;
COMMIT;
