import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import * as React from 'react'

// React's development build records a stack for each element, up to ten thousand a second, for messages that no test reads.
// Its warnings stay.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })

// happy-dom clones inherited styles with structuredClone for each ancestor of an element whose style is read, which takes
// twenty times as long as copying the two fields of each property. Its types hide the second part.
type Styles = { properties: Record<string, object>; definedPropertyNames: object }
Object.assign(CSSPropertyManager.prototype, {
  clone(this: Styles) {
    const copy = new CSSPropertyManager() as unknown as Styles
    for (const [name, property] of Object.entries(this.properties)) copy.properties[name] = { ...property }
    Object.assign(copy.definedPropertyNames, this.definedPropertyNames)
    return copy
  },
})
