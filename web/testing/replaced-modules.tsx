import type { ReactNode } from 'react'

/** The factories with which tests of a single form replace modules: `vi.mock(path, async (importOriginal) => …)`. */
type ImportOriginal = <Module>() => Promise<Module>

/** A router without routes: `useNavigate` goes nowhere, and a link is its text. */
export async function routerWithoutRoutes(importOriginal: ImportOriginal): Promise<object> {
  return {
    ...(await importOriginal<object>()),
    useBlocker: () => ({ status: 'idle' }),
    useNavigate: () => async () => undefined,
    useRouter: () => ({ history: { replace: () => undefined } }),
    Link,
  }
}

const Link = ({ children }: { children: ReactNode }) => <span>{children}</span>

/** A session that is signed in, without a token. */
export async function signedInSession(importOriginal: ImportOriginal): Promise<object> {
  return { ...(await importOriginal<object>()), useSession: () => ({ status: 'signedIn' }) }
}

/** Sends every form: invalid-fields.test.tsx covers the browser's validation. */
export async function resolverThatAccepts(importOriginal: ImportOriginal): Promise<object> {
  return { ...(await importOriginal<object>()), formResolver: () => async (values: object) => ({ values, errors: {} }) }
}
