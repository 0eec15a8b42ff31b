type Keyboard = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** The code of every key that an input method handles itself. Safari sends it for the Enter that ends a composition. */
const handledByInputMethod = 229

/** Whether the key belongs to an input method, as an Enter that chooses a word: it must neither send nor choose anything. */
export function isComposing({ isComposing: isOpen, keyCode }: Keyboard): boolean {
  return isOpen || keyCode === handledByInputMethod
}
