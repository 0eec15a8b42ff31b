import { Window } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

declare global {
  /** The window itself; its properties are globals. */
  var happyWindow: Window
}

/** Senda's address in the settings of the test platform. */
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

/** One window for all files of a worker, because modules keep the document with which they were loaded. */
function openWindow(): void {
  const window = new Window({ url, width: 1280, height: 800, settings: { disableErrorCapturing: true } })
  const nodeGlobals = nodeClasses.map((name) => [name, globalThis[name]] as const)
  const NodeFormData = globalThis.FormData
  const WindowFormData = window.FormData
  // happy-dom sets it to null, which no browser does. Once it is deleted, the browser counts as one without geolocation.
  Reflect.deleteProperty(Object.getPrototypeOf(window.navigator), 'geolocation')
  // Also null in happy-dom. Once it is deleted, the browser counts as one without locks between its tabs.
  Reflect.deleteProperty(Object.getPrototypeOf(window.navigator), 'locks')
  // happy-dom lacks both; without them react-hook-form treats every select as changed by the user.
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
  for (const [name, value] of nodeGlobals) Object.assign(globalThis, { [name]: value })

  /** Node's FormData, which Node's fetch can send, extended to read a form. */
  class SendableFormData extends NodeFormData {
    constructor(form?: HTMLFormElement) {
      super()
      if (form) for (const [name, value] of new WindowFormData(form as never)) this.append(name, value as string)
    }
  }
  Object.assign(globalThis, { FormData: SendableFormData, happyWindow: window })
}
