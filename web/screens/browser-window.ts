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
  const WindowFormData = window.FormData
  // Its value is null, unlike in any browser; without it, this is a browser that knows no location.
  Reflect.deleteProperty(Object.getPrototypeOf(window.navigator), 'geolocation')
  // Both are missing there; without them react-hook-form takes every select for one that the user has changed.
  Object.defineProperty(window.HTMLSelectElement.prototype, 'size', { value: 0 })
  Object.defineProperty(window.HTMLOptionElement.prototype, 'defaultSelected', {
    get(this: HTMLOptionElement) {
      return this.hasAttribute('selected')
    },
    set(this: HTMLOptionElement, isSelected: boolean) {
      this.toggleAttribute('selected', isSelected)
    },
  })
  populateGlobal(globalThis, window, { bindFunctions: true })
  for (const [name, value] of kept) Object.assign(globalThis, { [name]: value })

  /** Node's, which can be sent, and which can also read a form. */
  class SendableFormData extends NodeFormData {
    constructor(form?: HTMLFormElement) {
      super()
      if (form) for (const [name, value] of new WindowFormData(form as never)) this.append(name, value as string)
    }
  }
  Object.assign(globalThis, { FormData: SendableFormData, happyWindow: window })
}
