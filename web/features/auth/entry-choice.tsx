import { Link } from '@tanstack/react-router'

const choice =
  'flex min-h-11 items-center justify-center rounded-[0.5rem] border border-transparent px-3 text-center font-medium text-ink-soft hover:text-ink aria-[current]:border-line aria-[current]:bg-panel aria-[current]:font-semibold aria-[current]:text-action'

/** Signing in and creating an account, side by side: neither is the exception. `next`: the page that waits. */
export function EntryChoice({ next }: { next: string | undefined }) {
  return (
    <nav aria-label="Entrar o crear una cuenta">
      <ul className="grid grid-cols-2 gap-1 rounded-control bg-sand p-1">
        <li className="grid">
          <Link to="/login" search={{ next }} activeOptions={anySearch} className={choice}>
            Ya tengo cuenta
          </Link>
        </li>
        <li className="grid">
          <Link to="/register" search={{ next }} activeOptions={anySearch} className={choice}>
            Crear mi cuenta
          </Link>
        </li>
      </ul>
    </nav>
  )
}

/** The register's own step and tab are in its address. */
const anySearch = { includeSearch: false }
