/**
 * The table of all settings: flag, environment variable, default, meaning. docs/SETTINGS.md lists it, and
 * `server-options.ts` reads it.
 */

export interface Setting {
  readonly environment: string;
  readonly meaning: string;
  readonly fallback?: string;
  /** A switch without a value. */
  readonly isSwitch?: boolean;
  /** Several values, separated by commas; may be empty. */
  readonly isList?: boolean;
  /** Has no effect without this other setting. */
  readonly needs?: string;
}

export const settings = {
  settings: {
    environment: 'MUNIMENT_SETTINGS',
    meaning: 'YAML file with settings by the names of their flags',
  },
  port: { environment: 'MUNIMENT_PORT', fallback: '8080', meaning: 'port to listen on' },
  host: { environment: 'MUNIMENT_HOST', fallback: '127.0.0.1', meaning: 'address to listen on' },
  data: { environment: 'MUNIMENT_DATA', fallback: './data', meaning: 'folder for database and files' },
  config: {
    environment: 'MUNIMENT_CONFIG',
    meaning: 'folder with types, vocabularies, operations … of your own',
  },
  'base-path': {
    environment: 'MUNIMENT_BASE_PATH',
    fallback: '/nuxeo',
    meaning: 'where the interface answers',
  },
  'public-url': { environment: 'MUNIMENT_PUBLIC_URL', meaning: 'address that people use, behind a proxy' },
  database: {
    environment: 'MUNIMENT_DATABASE',
    meaning: 'postgres://… instead of SQLite in the data folder',
  },
  s3: {
    environment: 'MUNIMENT_S3',
    meaning: 's3://bucket/prefix?endpoint=…&region=… instead of files on disk',
  },
  repositories: {
    environment: 'MUNIMENT_REPOSITORIES',
    isList: true,
    fallback: 'default',
    meaning: 'their names, the first is the default',
  },
  'without-fulltext': {
    environment: 'MUNIMENT_WITHOUT_FULLTEXT',
    isList: true,
    fallback: '',
    meaning: 'repositories without full-text search',
  },
  cors: {
    environment: 'MUNIMENT_CORS',
    isList: true,
    fallback: '',
    meaning: 'origins whose pages may call, or *',
  },
  'jwt-secret': { environment: 'MUNIMENT_JWT_SECRET', meaning: 'turns on JSON web tokens (HS512)' },
  'jwt-issuer': {
    environment: 'MUNIMENT_JWT_ISSUER',
    needs: 'jwt-secret',
    fallback: 'nuxeo',
    meaning: 'issuer that JSON web tokens must name',
  },
  'portal-secret': {
    environment: 'MUNIMENT_PORTAL_SECRET',
    meaning: 'turns on sign-in by a portal in front',
  },
  relax: {
    environment: 'MUNIMENT_RELAX',
    isList: true,
    fallback: '',
    meaning:
      'protections to turn off for old clients that do not work with them: oauth2-without-pkce, jwt-without-exp, readable-oauth2-tokens, repeated-device-tokens (docs/SECURITY.md)',
  },
  'sign-in-providers': {
    environment: 'MUNIMENT_SIGN_IN_PROVIDERS',
    meaning: 'OpenID Connect providers that sign people in, as YAML (docs/OPERATING.md)',
  },
  ldap: {
    environment: 'MUNIMENT_LDAP',
    meaning: 'LDAP or Active Directory that checks passwords, as YAML (docs/OPERATING.md)',
  },
  'second-factor': {
    environment: 'MUNIMENT_SECOND_FACTOR',
    isSwitch: true,
    meaning: 'people may have one-time codes beside their password',
  },
  'second-factor-groups': {
    environment: 'MUNIMENT_SECOND_FACTOR_GROUPS',
    isList: true,
    fallback: '',
    meaning: 'groups whose people must have them, or a passkey',
  },
  passkeys: {
    environment: 'MUNIMENT_PASSKEYS',
    isSwitch: true,
    meaning: 'people may sign in with passkeys, which belong to the domain of --public-url',
  },
  'hook-networks': {
    environment: 'MUNIMENT_HOOK_NETWORKS',
    isList: true,
    fallback: '',
    meaning: 'private networks that hooks may reach, like 10.1.0.0/16',
  },
  'export-folder': {
    environment: 'MUNIMENT_EXPORT_FOLDER',
    meaning: 'folder into which administrators may export files',
  },
  'max-upload': {
    environment: 'MUNIMENT_MAX_UPLOAD',
    fallback: '10737418240',
    meaning: 'largest file in bytes',
  },
  'product-version': {
    environment: 'MUNIMENT_PRODUCT_VERSION',
    fallback: '2023.6.9',
    meaning: 'version of the interface that is reported to clients',
  },
  'token-lifetime': {
    environment: 'MUNIMENT_TOKEN_LIFETIME',
    fallback: '3600',
    meaning: 'seconds until an access token expires',
  },
  'idle-days': {
    environment: 'MUNIMENT_IDLE_DAYS',
    fallback: '90',
    meaning: 'days after which unused devices and applications have to sign in again; 0: never',
  },
  'min-password-length': {
    environment: 'MUNIMENT_MIN_PASSWORD_LENGTH',
    fallback: '8',
    meaning: 'shortest new password, which may not be a common one either; 1 allows any, as --dev does',
  },
  'hide-emails': {
    environment: 'MUNIMENT_HIDE_EMAILS',
    isSwitch: true,
    meaning: 'members see no other member’s mail address',
  },
  'audit-key': {
    environment: 'MUNIMENT_AUDIT_KEY',
    meaning: 'secret that the audit trail is sealed with, at least 16 characters; never change it',
  },
  'secrets-key': {
    environment: 'MUNIMENT_SECRETS_KEY',
    isList: true,
    meaning:
      'keys of the secrets in the database, the newest first; without it secrets.key in the data folder, made at the first start',
  },
  'forget-secrets': {
    environment: 'MUNIMENT_FORGET_SECRETS',
    isSwitch: true,
    meaning: 'remove secrets whose key is lost for good (docs/OPERATING.md)',
  },
  'mail-server': {
    environment: 'MUNIMENT_MAIL_SERVER',
    meaning: 'smtp://user:password@host:port or smtps://… that sends the mails',
  },
  'mail-from': {
    environment: 'MUNIMENT_MAIL_FROM',
    meaning: 'sender of the mails, needed with a mail server',
  },
  'database-connections': {
    environment: 'MUNIMENT_DATABASE_CONNECTIONS',
    needs: 'database',
    fallback: '10',
    meaning: 'connections that this server may open to PostgreSQL',
  },
  'query-seconds': {
    environment: 'MUNIMENT_QUERY_SECONDS',
    fallback: '20',
    meaning: 'seconds after which a query is stopped',
  },
  'write-seconds': {
    environment: 'MUNIMENT_WRITE_SECONDS',
    fallback: '60',
    meaning: 'seconds after which a call that changes things is undone',
  },
  'call-seconds': {
    environment: 'MUNIMENT_CALL_SECONDS',
    fallback: '120',
    meaning: 'seconds after which a call of many steps is stopped',
  },
  'call-steps': {
    environment: 'MUNIMENT_CALL_STEPS',
    fallback: '10000',
    meaning: 'operations and items of lists that one call may process',
  },
  'log-level': {
    environment: 'MUNIMENT_LOG_LEVEL',
    fallback: 'info',
    meaning: 'info (with a line for each request), warn or error',
  },
  'log-format': { environment: 'MUNIMENT_LOG_FORMAT', fallback: 'text', meaning: 'text or json' },
  'audit-days': {
    environment: 'MUNIMENT_AUDIT_DAYS',
    fallback: '0',
    meaning: 'days after which entries of the audit trail are removed; 0 keeps them for ever',
  },
  workers: {
    environment: 'MUNIMENT_WORKERS',
    fallback: '1',
    meaning: 'processes that share the port; more than one needs PostgreSQL',
  },
  drain: {
    environment: 'MUNIMENT_DRAIN',
    fallback: '0',
    meaning: 'seconds during which a stopping server still takes calls, but reports that it is not ready',
  },
  grace: {
    environment: 'MUNIMENT_GRACE',
    fallback: '30',
    meaning: 'seconds that running calls may take to end when the server stops',
  },
  'metrics-port': {
    environment: 'MUNIMENT_METRICS_PORT',
    meaning: 'port on which Prometheus reads /metrics',
  },
  'metrics-host': {
    environment: 'MUNIMENT_METRICS_HOST',
    needs: 'metrics-port',
    fallback: '127.0.0.1',
    meaning: 'address of that port',
  },
  'otlp-endpoint': {
    environment: 'MUNIMENT_OTLP_ENDPOINT',
    meaning: 'OpenTelemetry collector for traces, as in http://localhost:4318',
  },
  'backup-to': {
    environment: 'MUNIMENT_BACKUP_TO',
    meaning: 'folder or s3://… for the backups that the server makes by itself (docs/OPERATING.md)',
  },
  'backup-every': {
    environment: 'MUNIMENT_BACKUP_EVERY',
    needs: 'backup-to',
    fallback: '24',
    meaning: 'hours from one backup to the next',
  },
  'backup-keep': {
    environment: 'MUNIMENT_BACKUP_KEEP',
    needs: 'backup-to',
    fallback: '14',
    meaning: 'backups to keep; older ones are removed when a new one is complete',
  },
  'backup-key': {
    environment: 'MUNIMENT_BACKUP_KEY',
    meaning:
      'key that backups are encrypted with, as npx muniment key makes it; best in MUNIMENT_BACKUP_KEY_FILE',
  },
  dev: {
    environment: 'MUNIMENT_DEV',
    isSwitch: true,
    meaning: 'show inner error messages, allow http redirects',
  },
  'allow-default-password': {
    environment: 'MUNIMENT_ALLOW_DEFAULT_PASSWORD',
    isSwitch: true,
    meaning: 'allow connections from other machines with the well-known password',
  },
  'unconfined-converters': {
    environment: 'MUNIMENT_UNCONFINED_CONVERTERS',
    isSwitch: true,
    meaning:
      'use LibreOffice, ffmpeg and ExifTool even if nothing prevents them from reading files of this machine',
  },
} as const satisfies Record<string, Setting>;
