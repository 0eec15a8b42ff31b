import { useState } from 'react'
import Eye from '~icons/lucide/eye'
import EyeOff from '~icons/lucide/eye-off'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'leading'>

/**
 * What a password that Apple's devices generate must contain, so that it passes the centre's rule and the patient's, too:
 * without it they choose a hyphen as the only symbol.
 */
const generatedPasswords = {
  passwordrules:
    'minlength: 16; maxlength: 40; required: lower; required: upper; required: digit; required: [@$!%*?&];',
}

/** A password with a button that shows and hides it. Set autoComplete: `current-password` or `new-password`. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...(props.autoComplete === 'new-password' && generatedPasswords)}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          onClick={() => setShown(!shown)}
          className="flex size-11 items-center justify-center rounded-control hover:text-ink"
        >
          {shown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        </button>
      }
    />
  )
}
