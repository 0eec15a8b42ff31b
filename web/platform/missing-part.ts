import { UserFacingError } from './error-message.ts'

type Renewal = { openNewVersion: () => Promise<void>; reloadPage: () => void }

let renewal: Renewal | undefined
let arrive: () => void
const arrival = new Promise<void>((resolve) => {
  arrive = resolve
})
/** On a slow device, a press may come before the renewal has loaded. */
const patienceMs = 3000

/**
 * The renewal is that of web/platform/new-version.ts, whose code loads once the page is idle: no page needs it to
 * appear.
 */
export function setRenewal(next: Renewal): void {
  renewal = next
  arrive()
}

/** The server no longer has a file of this page, because it runs a newer version of Senda. */
export class MissingPart extends UserFacingError {
  override readonly name = 'MissingPart'
  constructor() {
    super('Hay una versión nueva. Recarga la página para seguir.')
  }

  /** For what cannot continue without the part: reloads the page, unless that has just happened. */
  async openNewVersion(): Promise<void> {
    await Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    await renewal?.openNewVersion()
  }

  /** Called when the visitor presses the button. */
  reloadPage(): void {
    if (renewal) renewal.reloadPage()
    else location.reload()
  }
}
