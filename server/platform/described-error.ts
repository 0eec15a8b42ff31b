import { createHash } from 'node:crypto'
import { maskEmails } from './log.ts'
import { loggablePath } from './loggable-path.ts'

/** An error of a page as its browser reports it. */
export type ReportedError = { name: string; message: string; stack: string; page: string }
/** The same without anything of a person. `fingerprint` is equal for errors alike. */
export type DescribedError = ReportedError & { kind: 'script' | 'policy'; fingerprint: string }

const shownFrames = 12
const readLines = 40
/** As vite.config.ts names the files. */
const hashLength = 8
const maxLength = { name: 100, message: 300, stack: 2000, page: 200 }

/** What ends by itself, or is of a program that a visitor has installed in the browser: it says nothing of a page. */
const strangers =
  /^Script error|Failed to fetch|Load failed|NetworkError|network connection was lost|-extension:\/\/|ResizeObserver loop|^AbortError|The operation was aborted/

/** Undefined for an error that is not of a page. */
export function describeScriptError(reported: ReportedError): DescribedError | undefined {
  const { name, message, stack } = reported
  if (strangers.test(message) || strangers.test(name) || stack.includes('-extension://')) return undefined
  const frames = framesOf(stack)
  const shown = {
    name: /^[\w$]{1,100}$/.test(name) ? name : 'Error',
    message: maskedText(message),
    stack: frames.join('\n').slice(0, maxLength.stack),
    page: pagePattern(reported.page),
  }
  // Another build has other columns and another hash in its file names.
  const script = scriptOf(frames[0] ?? '') ?? shown.page
  return { kind: 'script', ...shown, fingerprint: fingerprintOf(['script', shown.name, shown.message, script]) }
}

/** The name of the file without its hash, such as `assets/account`; undefined without a file. */
function scriptOf(frame: string): string | undefined {
  const [from, to] = [frame.indexOf('assets/'), frame.indexOf('.js:')]
  return from < 0 || to < from ? undefined : frame.slice(from, to - hashLength)
}

/** A report of the content security policy; undefined for what an extension of the browser did. */
export function describeViolation(report: {
  directive: string
  blocked: string
  source: string
  page: string
}): DescribedError | undefined {
  const { directive, blocked, source } = report
  if (`${blocked} ${source}`.includes('-extension')) return undefined
  const name = /^[a-z-]{1,40}$/.exec(directive)?.[0]
  if (name === undefined) return undefined
  const message = `${originOf(blocked)} was refused`
  const page = pagePattern(pathOf(report.page))
  const stack = source === '' ? '' : pagePattern(pathOf(source))
  return { kind: 'policy', name, message, stack, page, fingerprint: fingerprintOf(['policy', name, message]) }
}

/** A browser sends a keyword such as `inline`, a scheme such as `data`, or an address, whose rest may be about a person. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  const url = URL.parse(blocked)
  return url === null
    ? 'something'
    : url.protocol.startsWith('http')
      ? url.origin.slice(0, 200)
      : url.protocol.slice(0, 30)
}

/** Reports carry whole addresses. */
const pathOf = (address: string): string => URL.parse(address)?.pathname ?? '/'

/** The path of a page, with `…` for what names a row or a person. */
export function pagePattern(path: string): string {
  const [plain = ''] = path.split(/[?#]/, 1)
  return loggablePath(plain.startsWith('/') ? plain : '/')
    .split('/')
    .map((part) => (isName(part) ? part : '…'))
    .join('/')
    .slice(0, maxLength.page)
}

/** A word of an address, such as `register-center`, and no id, token, number or mail address. */
function isName(part: string): boolean {
  return part.length <= 60 && /^[\p{L}…._-]*$/u.test(part)
}

/** The functions and the places in the files of the build; addresses of pages are left out. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n', readLines)
    .flatMap((line) => {
      const place = /\/(assets\/[\w.$~-]{1,120}\.js:\d{1,7}(?::\d{1,7})?)/.exec(line.slice(0, 400))?.[1]
      if (place === undefined) return []
      const name = /^ {0,8}(?:at )?(?:async )?([\w$.<>]{1,60})[ @]/.exec(line)?.[1]
      return [name === undefined ? place : `${name} ${place}`]
    })
    .slice(0, shownFrames)
}

/** Engines quote what a program read, such as the text of a form; names of properties are short words in single quotes. */
function maskedText(text: string): string {
  return maskEmails(text.slice(0, 1000))
    .replaceAll(/"[^"]*"?|“[^”]*”?|«[^»]*»?|`[^`]*`?/g, '"…"')
    .replaceAll(/'([^']*)'/g, (quoted: string, inner: string) => (/^[\w$.#[\]-]{1,40}$/.test(inner) ? quoted : "'…'"))
    .replaceAll(/https?:\/\/\S{1,1000}/g, (url) => URL.parse(url)?.origin ?? '…')
    .replaceAll(/\/[^\s/?#]{0,200}[?#]\S{0,1000}/g, '/…')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d{4,}/gi, '…')
    .slice(0, maxLength.message)
    .toWellFormed()
    .replaceAll('\0', '')
}

function fingerprintOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
