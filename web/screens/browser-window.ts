import { Window } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

declare global {
  /** The window itself, beside its properties among the globals. */
  var happyWindow: Window
}

/** Where the test platform's settings say that Senda is. */
const url = 'http://127.0.0.1:3000/'

/** Requests are made and received in one process, so both sides use Node's classes for them. */
const nodeClasses = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'Headers',
  'Request',
  'Response',
  'URL',
  'URLSearchParams',
  'fetch',
] as const

if (!('document' in globalThis)) openWindow()

/** One window for all files of a worker, because modules hold on to the document that they have loaded with. */
function openWindow(): void {
  const window = new Window({ url, width: 1280, height: 800, settings: { disableErrorCapturing: true } })
  const kept = nodeClasses.map((name) => [name, globalThis[name]] as const)
  const NodeFormData = globalThis.FormData
  populateGlobal(globalThis, window, { bindFunctions: true })
  for (const [name, value] of kept) Object.assign(globalThis, { [name]: value })

  /** Node's, which can be sent, and which can also read a form. */
  class SendableFormData extends NodeFormData {
    constructor(form?: HTMLFormElement) {
      super()
      if (form) for (const [name, value] of new window.FormData(form as never)) this.append(name, value as string)
    }
  }
  Object.assign(globalThis, { FormData: SendableFormData, happyWindow: window })
}
