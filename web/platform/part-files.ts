import { MissingPart } from './missing-part.ts'

/** The build's files whose bytes are in the browser's cache, or on their way there. */
const files = new Map<string, Promise<unknown>>()

/**
 * Every dynamic import of the browser's build calls this (scripts/lazy-parts.ts). Browsers remember a failed import until the page
 * reloads, so the files are fetched first: what fails there can be tried again.
 */
export async function loadPart<Module>(load: () => Promise<Module>, names: readonly string[] = []): Promise<Module> {
  await Promise.all(names.map((name) => arrival(`/${name}`)))
  try {
    return await load()
  } catch (error) {
    // The browser lost the file between the two, and remembers the failure. With a connection, a reload helps.
    if (!(error instanceof TypeError && /import/i.test(error.message))) throw error
    await Promise.all(names.map((name) => fetchFile(`/${name}`, 'no-store')))
    return await failMissing()
  }
}

async function failMissing(): Promise<never> {
  // Nothing needs yet what the page loads in advance, as under the pointer.
  const missing = new MissingPart()
  if (navigator.userActivation?.isActive !== false) await missing.openNewVersion()
  throw missing
}

async function arrival(url: string): Promise<unknown> {
  let file = files.get(url)
  if (!file) {
    file = fetchFile(url)
    files.set(url, file)
    file.catch(() => files.delete(url))
  }
  return await file
}

async function fetchFile(url: string, cache: RequestCache = 'default'): Promise<unknown> {
  // The page loaded these before its first script ran.
  if (document.querySelector(`link[href="${url}"]`)) return undefined
  const response = await fetch(url, { cache })
  if (response.status === 404) return await failMissing()
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  // The browser stores a file once its last byte has arrived.
  await response.arrayBuffer()
  return url.endsWith('.css') ? await addStyles(url) : undefined
}

async function addStyles(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  return await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new TypeError(href))
    }
  })
}
