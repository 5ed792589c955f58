PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT, grant_id TEXT, initial_email_at INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mx0sbbal8npkcNf0bC06qbRvlje', 1795892984301, 1795892984301, 1795892984301, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mx0sbbhfYqXQB6i4Azn5c1ggIcN', 1795892984547, 1795892984547, 1795892984547, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$k77qpN2J1ueAXN3oVyJXwA$1QnSsdEhts9r3GwPSTYaJuxxVafps/R0HOOKRWzVM+M', 1795892984547, 0, 0, NULL, 1795892984547, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mx0sbbr3txEwvAaaOeWQb6vorjn', 1795892984895, 1795892985051, 1795892985051, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$mFtr3/unmCXvy1XTtSq4vg$MOwHQZOKeDKbPLgbiOQ40RU5IL3fnHbtk8iVhgJiP+k', 1795892984945, 0, 0, '{"owner":true}', 1795892984945, 0, NULL, '4brG7oKDhFER3IeGlpPczFVn2r3HLxPDqHMtJm9Jvtk', NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7830736262616C16AB5E8B328A12E7C2D2A89C10BA7B46AD49E1FEE6436C78BB11F6D3ACB0DB78', '0mx0sbbal8npkcNf0bC06qbRvlje', 1795892984301, 'anonymous', 1795892984303, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D78307362626866275522E29447A2989B6E49C847B3CE9352CBFC9F2A59B15ED8A788D501B7AA7C', '0mx0sbbhfYqXQB6i4Azn5c1ggIcN', 1795892984547, 'password', 1795892984548, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D78307362627465008697C4E675AC7DDD130B97466AF8D56E8233A2C67FD766BF4EC368425D5DC8', '0mx0sbbr3txEwvAaaOeWQb6vorjn', 1795892984978, 'password', 1795892984978, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D78307362627561F0E767F1C36E1275EA77369DD6A726D46C6DCC40ECE00D2DB2D2FF4475361989', '0mx0sbbr3txEwvAaaOeWQb6vorjn', 1795892985010, 'password', 1795892985010, NULL);
INSERT INTO "refresh_tokens" VALUES (X'306D78307362627666F4F5E38E07F52637E36C80442A4B8FFC740842C3D88AC167DBA754FBE525D3F5', '0mx0sbbr3txEwvAaaOeWQb6vorjn', 1795892985051, 'password', 1795892985051, NULL);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('mY9N0S-AjhmOasMJXzF08aOpf-f9RckIHbzbQYfAXH8', '{"kty":"RSA","n":"qLZ91tNlnRArgRwAllusmICUp9d8uL689gUkheLN5Ddji7X64DMbb9dMqMhXRpcx66qfnzUqCEO5-xI6D_zqkxbdhFJ10ZEptMDdAGWXojImMBcg7JyvZu_AidCux7yuiy0kObqdI4tMVdtnNvM_urmhqwGM34yeNWA1IJZ-JFsqBKvmkfPzDiTI-xLz4_3BIpFye088ioXGD1RzpbXpm83-O5SI5udKQFDlU7rqfk-_8WNhlvcJRKtxwT3oi1MlUACrXWG61FrQkxAdc7q7znunFZwJzim2vRynhHYZYmmcgBcus7mvNK3o3LtFtRkxq-5gH1Nk9A8BPdRD67k03w","e":"AQAB","d":"A-EmZaE4zfLIPVDKhqqW_m6-fFmNKaZhK_sUSuvbNis748OMgElMkTbPMXZh42KoqDWlNAEB9WyxQx-5LBLxxe4Zq-hFg0smPVzN-Ctd4EHs9OAjRq2XrvNGZyTgUAF7tgGUuqsa3-1dFQBVkELprT6FhCwl9CIEpU-QCS7MucNBVY1lLp9LfiHCGYMgkihRBUzrj6fc71MC_XVucfD-o7k8w7wc44GJvniK23rX8IZAvrlH52Q3io9OYnF_qpGRDt_-tZzKbd8Qr3ZXPa8uEGMlGi6Gdd4WGDCkO_Il-KebaCEwzMGCqciezYt8i4olYxPCZp_gv2e6mxARLQD5GQ","p":"1Qb2jSsxRuyxps02fRSactHVsDE9v8mxzUQq_hBWg-2DGrcxjmPD6T1Ym4Aw5znczFQrBgI4mOyOU-NYAeXDacOt7mvpyhp-EESQBuzBPexNDLKcYORVhb_ov0z48LOWyBjJylnAx081FFdkpMdj0OoX9tmSdcBCGiH5ANcdDaU","q":"yr8SJT9Exrp2qVpUYYcKbnySKdCJUWdQRCNBQgxhKshN3REQJOAoF8tfWJoArvKJf8ObdR4mwLuEEdkpUoFWt-fgUEplwbp1NBIwzqqTnDHRQlYmyqbOQJIOofWDSdd-u06RsXu5eL-2OZFZq8vJRAK0WvAW_0rSgbq-g0fi-TM","dp":"Cst8iPDMYXSzF-nEPhhiLzlU48XLBEH7QZSXvSIk0DCj-SGZYEbL8bDLIa4gTEdRWgVV3MsWBSHPoI6fshDrkxt4X-GWCkjHZJmk1sT-kd28lc0jQYGwl8N-ztrerovbMy6WYyujKjZoUSyQjA0SkM6cAkVKN69TajGYhaNg9IU","dq":"DpbpS1zeKh7I4y7o24vIKGM2cWPcPctdb0nKLGKPq3B2ie3sZ3rp56xu1AVg_zXcxyDgUvE0gLH9svsZiiJchydccOqpn-M3A-Q7NuP3c0nycP-aEwMl3GemPelY5Ttolzn0Kf1pP1MsXcAj38TuWsKHD_Qu83gC5er2QqQtpRk","qi":"Ow-KaFEYYeBbANDNBkMK7dZaug7_rhMFbXNqFsqunMHp3FnBpGjWjskgQuKCXCXQVvCpX6clezUxsrRIMFKIJMdxfrfLz3XfkNeVQAJeDl2oT0rI4jXPslt6mXcun4BK12Q4drxyDwed9_FX4aKxNFJEOgDJ0AxXHZ-J5DTJEy8"}', 1795892984284);
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
  , is_by_administrator INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_codes_by_uid ON one_time_codes (uid) WHERE uid IS NOT NULL;
CREATE INDEX one_time_codes_by_email ON one_time_codes (email, purpose);
CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at);
CREATE TABLE devices (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  , previous BLOB) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_uid ON devices (uid, created_at);
CREATE INDEX accounts_by_initial_email_at ON accounts (initial_email_at) WHERE initial_email_at IS NOT NULL;
CREATE INDEX devices_by_previous ON devices (previous) WHERE previous IS NOT NULL;
PRAGMA user_version = 11;
COMMIT;
