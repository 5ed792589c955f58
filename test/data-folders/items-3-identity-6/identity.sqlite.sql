PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwrv8fhmyVFEHLfETb7y5liPcaP', 1795353693034, 1795353693034, 1795353693034, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1, NULL);
INSERT INTO "accounts" VALUES ('0mwrv8fpe3WeA1zzZAYYuxNUgyvy', 1795353693314, 1795353693314, 1795353693314, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$UqOEdGS6OW57jRU+vf85fA$e5ltXhnZZQJ1Lp0hHU8uvDliZF3w5DDydMr881zJ7Yw', 1795353693314, 0, 0, NULL, 1795353693314, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwrv8fxeO5n7c0AKPJ45BiLCyX2', 1795353693602, 1795353693716, 1795353693716, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$ZRfb8ExFMdNNegg3nNjJoA$e+lqlPCM5I/LhK+ZN4z0b3YqCbAbqdp3ySfaczsfEY8', 1795353693652, 0, 0, '{"owner":true}', 1795353693652, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7772763866686E42991D93F51758AAE0D66A1380D3001A81DB45E3F4B5E0997B8D7D5FD13F5110', '0mwrv8fhmyVFEHLfETb7y5liPcaP', 1795353693034, 'anonymous', 1795353693036, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638667066448058D01D684DA8E43B84C8F6D57388A2CC97E3448CD0B5F2CB371017296C1C', '0mwrv8fpe3WeA1zzZAYYuxNUgyvy', 1795353693314, 'password', 1795353693315, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638667A70C60258E1CDDEB35CD5420D4B036602A99CF5C691E5F807255D7384BB78AD6663', '0mwrv8fxeO5n7c0AKPJ45BiLCyX2', 1795353693684, 'password', 1795353693685, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7772763867306B07410383AF42300AB43291C04337BE22714665013C8F360C32324F11D05A30E1', '0mwrv8fxeO5n7c0AKPJ45BiLCyX2', 1795353693716, 'password', 1795353693716, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('EDdDfws88JaEtmVHPO5N-DL7zMH0DnsJD7YUQzYzJIc', '{"kty":"RSA","n":"vqCbkqzLxLzezywFj0-BlGLW_BP_-ckdQSCgMoWa-MP1LlHZEAUVSY0Z7Zy1t3Lty_3uJjlQsvADFAchw71jktYfll-R-EmSFhqGc4jKCmS_15ipmUc_G5HS0rBHw8rFVmyikpMKCHG8eYRNShkLGeHy8TpDkAN5bqCWq0e52ysXgOmE1ehY1q6b4T7D9gNz956NTjR1QPUcCoj8hRV_OMlZBhQddgssIhQFMe8NWfcspk1PzMQsxNkpdf9lpxeM6WSeczv2TkKVOb_SsVCcjik0ij9GStyDfBXPewf3Rt8qJd-cF6eSBG_-iHxjvGdhUwNCj1vibBz7fjuurFOYiQ","e":"AQAB","d":"DGuOd1oG1MSxh7IIkrPNb4uZEkeDUBUIcOvdRC1sUXUDDoeKqv6JyocE_3RMaq10TOw4jgkB9waoTK_CRWybhj-pQzTq39B7UjFcPT7WWyMBVNy_gBsiQ3uWzt9pbZpSjTT6yq4F41L1wr0aBA_pp0APgiQXrtRrHwgbiQFdXKgvS7j7JG1HG7ew4q1CEAwdsz783TYBkgkjW3etHoVoeADz3lk5Ow1XzVa93s6BOzTboG9Mbbyqbzx0LnxZyHTSdxRj9T6Al1KSsdBq4LpHnmiPi6jyAZB7lMl8QospOmgUhpPRsXPPR_CtCzNnX1pQqmjtUGkzVuslsiUz3_vFmQ","p":"5PxRy5RZtgwFJxA1KU9RnhirWhhdUXa1FcSBBFlvOaxCLGHZKYg7D4GymHTzJq9P5VUHFbAf5WuiTpIG0J-DMWt3PzggXlwI3uqEc8uFeQuGAx0lEsJUo9ezRBp0Bq51-2n39CKOtcvKmcTgIFaoIay8w4rdpdHu89dCuYvou98","q":"1R3Q_K3OsZmxNs2NN4e_hRef28lklRlYhZPohM8M2iXsQ1iBANzAeQiL60Q3QJ0ZQnGX84t9TIKmCwlZkfvK3AmRGhEc7CGExcEThTLxm518WJ9QTJAs6no73zCma0kTCK8slgPgGb-LEzw1ls6QXTkQrL3WYgGChupOVGGMOJc","dp":"Han6Rq8_N_Aysq7M1D8sSZjUieViIW2JY_qC5DdZy1TfdbRvV4wIaqfYpRtxbG-FoCX1tv-MAkKBUkBklZ40drB_UDdLKi4uEAK9ieqxrc6qW7jo1pdKM7d7x7TNlxf-vMUrk_ruFesCogz5I_dV7JbeFU7mC9c4Z2pZgIP5cG0","dq":"nePrM2jpm3bMble3ag6ue8JW8xSv6i7PAJfmSo7DbNNvyS1G1ga2qnUEhJcTgFFjp3BVLWCIwiiBL-gLbjZnwsFruS44iVED9ybmeWaWzb3NpDLT4QVn4YgR13dJtG59JY_yrmnMnAbm2Kdg5IvBNO_URMaYkB-iPqZUxftHUZ0","qi":"SfTP7HDvadbVe9XLKdVeEspqkDY_Gb59IwtLocNCILok5mTyKy9-cAnFc_NlyG1BLQTZsE84OxdeK6MmCW9tKJGMSiaJFK7FoYZEPZYed2jRzdFGbFxhHvd3KIoCY_0As28lCZa5RRUT-37AFSGkbODW6d2NHutvrvA7GF8aZY8"}', 1795353693045);
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
INSERT INTO "owners" VALUES ('0mwrv8fxeO5n7c0AKPJ45BiLCyX2', 'mary@example.com', 1795353693605, NULL);
CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 6;
COMMIT;
