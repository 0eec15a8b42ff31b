import { isLoopback } from './addresses.ts'
import type { Settings } from './settings.ts'

/** What Senda starts with, but an operator should know: one sentence each, with the remedy. Only in production. */
export function listWarnings(settings: Settings): string[] {
  if (!settings.production) return []
  const { publicUrl, host, trustedProxies } = settings
  const isOpen = !isLoopback(host) && host !== 'localhost'
  const warnings: [boolean, string][] = [
    [
      publicUrl.startsWith('http:'),
      'PUBLIC_URL begins with http: passwords and clinical records travel unencrypted. Let a proxy terminate TLS, and use https',
    ],
    [
      settings.smtpUrl === undefined,
      'SMTP_URL is missing: mails wait in the database, and no address can be confirmed',
    ],
    [
      settings.gateway === 'simulado',
      'PAYMENT_GATEWAY is simulado: patients pay with test cards, and no money arrives',
    ],
    [
      trustedProxies === 0 && publicUrl.startsWith('https:'),
      'TRUSTED_PROXIES is 0: behind a proxy all visitors have its address, and share the limits of one',
    ],
    [
      trustedProxies > 0 && isOpen,
      `HOST is ${host} with TRUSTED_PROXIES=${trustedProxies}: a visitor who reaches the port without the proxy chooses an address. Use HOST=127.0.0.1, or close the port to others`,
    ],
    [
      settings.databaseUrl === undefined,
      'DATABASE_URL is missing: the embedded PostgreSQL is a beta build for trying Senda. Move to a server of your own with admin backup and admin restore (docs/operations.md)',
    ],
    [
      /\bno-?reply@/i.test(settings.mailFrom),
      'MAIL_FROM is an address that accepts no answers, and the first pages name it as the address to write to: enter another one in Administración, «Marca y textos»',
    ],
    [
      settings.backups.bucket?.endpoint?.startsWith('http:') === true,
      'BACKUP_S3_ENDPOINT begins with http: backups travel unencrypted. Use https, except to a service on this machine',
    ],
    [settings.backups.dir === undefined, 'BACKUP_DIR is missing: no backup is made at night'],
  ]
  return warnings.flatMap(([applies, text]) => (applies ? [text] : []))
}
