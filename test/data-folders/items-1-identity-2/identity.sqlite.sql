PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('PfkEVj1UWFlKuALHHfG8GqWyO12S', 1795353683126, 1795353683126, 1795353683126, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$Xq9ENqNBcKn7OxULb7VIRw$y2AMw4M6wXmSLqzez7hL1GeemSVGPnOOCP04+s5TJPg', 1795353683126, 0, 0, NULL, 1795353683126, 0);
INSERT INTO "accounts" VALUES ('e46TxnVaIq0RQVGttbBna3Z8LD3I', 1795353682740, 1795353682741, 1795353682741, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'BAFDCE189AC89A5146814072771CECABA360408010C2C2C222557077F4C65C1A', 'e46TxnVaIq0RQVGttbBna3Z8LD3I', 1795353682741, 'anonymous', 1795353682741, NULL);
INSERT INTO "refresh_tokens" VALUES (X'EF2F510855A6B120CE370312E6529F4EE1FF2705108453C4F585228CA100BDFB', 'PfkEVj1UWFlKuALHHfG8GqWyO12S', 1795353683126, 'password', 1795353683126, NULL);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('Lk42juoVinGL6EypsZaG1fHzBKzefQf7C8cl1pXUqHk', '{"kty":"RSA","n":"sA48JZbGtl9pQ_m-83HYnXIYfx3AvX6p7SR4mBOKPPbWxbujGRAkKkRXDbUFUAih4RFAF2wY58dbyTqSPIbH_6wbxNnVP2YE_NiRdDXAQkXumiVOp8mgrNDnYNDURuSEmBCGYMp9Q7hUeQsGFOiGiUsxk47h8xowWgKMJWr6d9YVsYIexG6suSXZIamvMVoaD--ktMP_4h1odjV-f8szgF2ZdciaS-lipeBowBkWsR1U9WCc2Gzq9HHY7tx7eX0pdRC1l81X_56qITpquNhvQR-sl7GpPtxiDU4D7CyxYK_9dDweJgw_XR5XTnFY7gDrCLTXr8eFz_vHakQyFvkARQ","e":"AQAB","d":"BHXSh5qX8tuHSDCV6jGn15KiFOkFDrKceCSPZZLr0qWSRV9-lKOjDEBqUC-WMIk3c1iY3hRgASc80mPzJn4SUmONhIwxlIdEzb8S2EswUWgs0PzsTuCTJdhZCaE2GjcEi5xc5dYwxubERRjGu6rfFbAGU9hagxUrxRasGZqUjoqe2dvHqmRaopnjMkjE6kgpz2uxf0jMKbWAayXhgbmLww6XVdUbsMBMz1uN8Hxj9CXzA2BiQkGxMv4pC9nCvut91iS2b7ivGk9IFx_mBzvejM9OfZRu0n1zg3ncwB1Z0lEk8QR885RsDZ5VqX8OLB3A-xmSJ9aQRV4xpnRhvIKplQ","p":"2BZQ4xiowJuh4gEnRxLacJpPo8pGrFeud2CPMlybebpjJS7BQ5CjiHrbgRnWfFYlVQosoarhPiA857z8zxZpcaPxQZ8Tycx27iMkgdvWin4DpuGGdXDcpshbKnAojs1ZCD2PzHqpEfgn64E6NXnf4TJmZHqE8KWpZQrPw-xuxS8","q":"0JMGpfs6LJ-RW_1PFV1k-TzbvNIVLo-Svp30hd0gYt-sRdqEJhT1iaILvv1TCHa8t0xhulIysOLm3d5VsBXYPWXuLaWz7djy1pqjK_cUooL9f6OGKVT45TgX3uJubi2H5dJIg52BJV7WkGvQPqqrvUfbO9f4MmTkZUD48womnMs","dp":"CzDMq5YhVyg4L_4jTJj7Ww2Cxla5Zj98N452nAMTwjAW5lwPgjJBZdYG_B6cbv__GvJV8WFqHM-Kl-2_ofHlMA9vdRiJ68988UQ8pcT-zVlNUx0m23om0zRZFE-OqiaUT8rwYYSQsO-LEbU1kINpRr5XcyitLdFGfocaz2i1K90","dq":"hlDoSyNKB0qK9U5fC0clq0uBxksT0PQscAyQV1RbctDPw_xAdbWxmXx9S_Ue76hnRzMtDCu68SZtvhtb2xV2N7PYehTnlhfL6l-TDNEEvNLWJMhNsXhDAHnrBWGT8-fmSB3vDLL1Y_d6_W4woOqPxkjr6dHex7UpT_tTVlAHJZk","qi":"gYgkwIPdmwjI0SByQWX5GekRK8pk19rALgPDq4IDR2TyCNYQjKpRI3o5kPWlScefm-7iuAuXDyM3Kp3JeC37U15vI8SEFAMjd4AEZs931hdsNOcD0vRydEAfJD8v-L5gdnrbeCRifB9kplNKECkXcdEaf5vBv_FCE755UjbCKUs"}', 1795353682688);
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
PRAGMA user_version = 2;
COMMIT;
