/** Elements and attributes of SVG 2 that draw. Everything else is removed with its content, e.g. `script` and `foreignObject`. */
const list = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).filter(Boolean))

export const elements = list(`
  svg g defs symbol use switch a title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image marker clipPath mask pattern
  linearGradient radialGradient stop view
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform mpath set
`)

/** These change an attribute over time, so they may only name one of `animatable`. */
export const animations = list('animate animateMotion animateTransform set')

const presentation = `
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters cursor
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity
  font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style font-variant
  font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order
  pointer-events shape-rendering solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
  text-decoration text-overflow text-rendering transform transform-box transform-origin unicode-bidi vector-effect
  visibility white-space word-spacing writing-mode
`
const geometry = `
  cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust markerHeight markerUnits markerWidth
  maskContentUnits maskUnits method offset orient pathLength patternContentUnits patternTransform patternUnits points
  preserveAspectRatio primitiveUnits r refX refY rotate rx ry side spacing spreadMethod startOffset textLength viewBox
  width x x1 x2 y y1 y2 clipPathUnits filterUnits
`
const filters = `
  amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent filterRes in in2 intercept k1 k2
  k3 k4 kernelMatrix kernelUnitLength limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ
  preserveAlpha radius result scale seed slope specularConstant specularExponent stdDeviation stitchTiles surfaceScale
  tableValues targetX targetY type values xChannelSelector yChannelSelector z
`
const timing = `
  accumulate additive attributeName attributeType begin by calcMode dur end fill from keyPoints keySplines keyTimes max min
  path repeatCount repeatDur restart to
`

export const attributes = list(`
  id class style lang xml:lang xml:space role aria-label aria-labelledby aria-describedby aria-hidden
  href xlink:href version requiredFeatures systemLanguage
  ${presentation} ${geometry} ${filters} ${timing}
`)

/** Not `href`: an animation could set it to an external URL. */
export const animatable = list(`${presentation} ${geometry} ${filters}`)
