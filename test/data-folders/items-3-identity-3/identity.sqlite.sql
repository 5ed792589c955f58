PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwrv8c1d3e3QjmjYMtATVmA3Tzm', 1795353688561, 1795353688561, 1795353688561, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1);
INSERT INTO "accounts" VALUES ('0mwrv8cbmWT09FPgJugVZSYSOdd5', 1795353688930, 1795353688930, 1795353688930, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$+pbjYUSg56XERx/+lvpP/Q$slT1CBxEJ8hT9uQbM9FAF251RmSCs5iURE1Tdh996vs', 1795353688930, 0, 0, NULL, 1795353688930, 0);
INSERT INTO "accounts" VALUES ('0mwrv8cqy5kbkWEgCWAD1NToFhAd', 1795353689482, 1795353689693, 1795353689693, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$ALaRMf95eIOoGfLLMhimMw$EzFY2X/JCP1Zrp7ItXxK0gocrwlN5JRxy62notiYw5g', 1795353689574, 0, 0, '{"owner":true}', 1795353689574, 0);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D777276386331653FB8E4FC7BB4A492C67431F3950E61DDEE9A141B246EBDB2E7E1A9FF027470EE', '0mwrv8c1d3e3QjmjYMtATVmA3Tzm', 1795353688561, 'anonymous', 1795353688562, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D7772763863626E1592917017BE857A9FCB51E9EDCA785810DCD42CF74ADC6703DC0188C88736E4', '0mwrv8cbmWT09FPgJugVZSYSOdd5', 1795353688930, 'password', 1795353688931, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638637637CF0B3B991529AABCC56CF18F80561F1AB8EF368B8BB11D5ECC30C016055A96B5', '0mwrv8cqy5kbkWEgCWAD1NToFhAd', 1795353689635, 'password', 1795353689635, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D77727638637774DA029944D32B41FE0C17C72A93B9922C7B7884C880418689067033794090833C', '0mwrv8cqy5kbkWEgCWAD1NToFhAd', 1795353689693, 'password', 1795353689693, NULL);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('SCbFJJLE5p2cyE8WIFQW4z0TcTsuETECCm6uzhmk6yA', '{"kty":"RSA","n":"3dFosDpf49lSw2H7aLQ59k1_GqtK94BzybGiq2PVcsvbE3PyUzjugTI1wEnCtsgMG3Llnww2EvZlwnCiC1jgDncM3tHz1Il1f9_UACfusspl8RUsEM9Yiu1ZvwUUhHBei56OniWFkTKU2Z9MflXCJleXDaWrS87brkXm2uQz6xsea8Feb9M9BLSjawPNTtdNmCdVibtUMnHMwwFqANRvRQepP9U6owZzEy2GNZMuksNjvb3TfWLJN2yhwGH1KcllOPnkZ-LBbSd96SSqSH8oi3F_aJDHd3OPkb00H21y3o_z6sxOIrb2kYrwpZSXTf3l6farGKC7fX0-KcrQsNrrUQ","e":"AQAB","d":"FWcUvlhLk00PVsnX-8DUDOdqWbTobVwoD_CDXR0rZcG0uDpKSexm2vFwzUZwsrk3rdhWvpNrjkXXCL1cbVLcf5jOFZvVdo7y1u1OY9t2hSrRTkM4NsEC7pi7PZqsYaEEBl28rha5vgpO4Xak51W3_4IZEZiIIC7r9HNLNJirR8ZujQJ0VuR0JLvT3kMjSiBSkt1XpWZvwXr8GMpIRI90ZsVQzSDc4hs3hHLIlzKqXP7qP0z0_Qi9Ig4Nu6WZtROu5iFzwEM2YxRHc3MU62fOzWuRqdXx6GrA2SICHl6zK6UBw46J_Wr5iyVbAGpQx-ev4ZqMB-OK-FnxB8kWXYf9YQ","p":"-jvmqsWVqwQM8iYZX1lPJE_EC_7fj-mQ_oDVV3OVCMMDj5X_m19CRw-dhizlywXkoGXvK9j__OLOAnGlG3I1fn_h_5PhCOZgWKBUjZtNWewMkFrFPzGaF8SVmgwmsge5MP3iU1KKfP2iKgghDsjH9kR5pHARKEbfe46zsKxsbNk","q":"4u3itBimBHFnZl7OEYYODb8CU-_cyvKY4gYUJOW3WxUQpbhCpRNNkb5ISAPZbtGKM9v6m9I5ic24PKkQZRiU5ON3PP5QWtCNmLcMntpiuTe4XiVFdcHOABMoPUqGJkH47v1Wk3BzcdxWzh0lG6ZzA8aBg6e1K4nQc2j8mhyqxzk","dp":"8hriondox32zyNVz1vzhxZAnbjO6udKRpqufvmzl1QRZfaLzG7Cev4IsNpVZ_4REH6yAKzxY8KPADj1GMbfeafXxAwZgw-uhbB4zsI6B2G65-TDZhrrHDBf3ZoQ7LCSs2OnLADLsKuJ684_J7DP2xB6cUqza7M0ljLYUxOsOPIE","dq":"l4cC9wDycksLIUcy0G60GaeutT-YLgf54ArxDoY5fd8-A3pbPgD6rdPiTfwMBzxxzRkZaUzh0MuGNzMo2Gimm4PrzdV-8HUL56prCfOHMmgreunmTLBBjrk8CFkn5Inu4B5X3hGbdK8NY4oAiksFx8KYHsIwbkcS4s16xqlXu7k","qi":"Gxq-0NHT7c3J2TBdH7iEAT038zFpVjzlayKIN5aKuVJUVhIcN0MtOwp7X5sOCCzW-uJ8K3LrXoFRRSf2DdyVrntP5tM1xbOsoDigrO9S7AU6W53HUqLAO_YKwQc_o6NbRyyF8j-j0rMhbZ94lvppaaH4H53fGYW3J1zqL0HaXLc"}', 1795353688574);
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
INSERT INTO "owners" VALUES ('0mwrv8cqy5kbkWEgCWAD1NToFhAd', 'mary@example.com', 1795353689493, NULL);
CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 3;
COMMIT;
