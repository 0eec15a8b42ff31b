import { Link } from '@tanstack/react-router'

import { buttonClass } from '#web/ui/button-class.ts'

const steps = [
  { title: 'Tu acceso y tus datos', text: 'Correo, contraseña, quién atiende y en qué se especializa.' },
  { title: 'Tu centro y tus horarios', text: 'Dónde estás, cuándo atiendes y de qué forma.' },
  { title: 'Tus servicios y documentos', text: 'Qué ofreces, con precio si quieres, y tu certificación.' },
]

/** What registering a centre needs, with the link to the wizard. */
export function RegisterCenterTab() {
  return (
    <div className="grid gap-6">
      <div>
        <h2>Recibe reservas y lleva tu agenda</h2>
        <p className="mt-2 text-ink-soft">
          Para centros y para profesionales independientes. Son seis pasos; ten a mano una foto, tu logo y tu
          certificación en PDF, si los tienes.
        </p>
      </div>
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="flex size-9 shrink-0 items-center justify-center rounded-full border-2 border-path font-semibold text-action tabular-nums"
            >
              {index + 1}
            </span>
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-ink-soft">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Link to="/register-center" className={buttonClass({ size: 'large', className: 'sm:justify-self-start' })}>
        Registrar mi centro
      </Link>
    </div>
  )
}
