import { Link } from '@tanstack/react-router'
import { maxDependants } from '#contract/dependant-words.ts'

/** In place of the choice that adds a person, to a patient who has as many as an account may have. */
export function DependantLimit() {
  return (
    <p className="text-ink-soft">
      {`Llegaste a ${maxDependants} personas a cargo. Para agregar a otra, quita antes a una en `}
      <Link to="/account" search={{ seccion: 'personas' }} className="link">
        Personas a cargo
      </Link>
      .
    </p>
  )
}
