import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'

import { classNames } from '#web/ui/class-names.ts'

import { passwordChecks } from './password-checks.ts'

/** The password rules, with the fulfilled ones marked while the visitor types. */
export function PasswordChecklist({ password }: { password: string }) {
  const checks = passwordChecks(password)
  const missing = checks.filter((check) => !check.isMet)
  return (
    <div className="-mt-3">
      <ul aria-label="Requisitos de la contraseña" className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {checks.map(({ text, isMet }) => (
          <li key={text} className={classNames('flex items-center gap-2', isMet ? 'text-green' : 'text-ink-soft')}>
            {isMet ? (
              <Check aria-hidden="true" className="size-4 shrink-0 stroke-3" />
            ) : (
              <Circle aria-hidden="true" className="size-4 shrink-0" />
            )}
            {text}
            <span className="sr-only">{isMet ? ' (listo)' : ' (falta)'}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {password !== '' &&
          (missing.length === 0 ? 'La contraseña cumple todo.' : `A la contraseña le falta: ${missing[0]?.text}.`)}
      </p>
    </div>
  )
}
