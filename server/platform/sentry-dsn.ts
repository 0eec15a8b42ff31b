/** Where events go, and the key of the project. */
export type SentryAddress = { url: string; key: string }

/** Reads `https://KEY@host/PROJECT`, as Sentry and compatible services (GlitchTip, Bugsink) give it; undefined for anything else. */
export function readSentryDsn(dsn: string): SentryAddress | undefined {
  const url = URL.parse(dsn)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const [, folder = '', project] = /^((?:\/[\w.-]+)*)\/(\d{1,20})$/.exec(url.pathname) ?? []
  if (project === undefined || !/^\w{1,100}$/.test(url.username) || url.search !== '' || url.hash !== '')
    return undefined
  return { url: `${url.origin}${folder}/api/${project}/envelope/`, key: url.username }
}
