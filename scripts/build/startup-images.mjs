// The pictures that an installed app on an iPhone or iPad shows until its page is drawn: without one of
// exactly the screen's size, iOS shows a white page. They are those of iPhones since the SE of 2020 and
// the 11, and of iPads since 2018.

/** Width and height in CSS pixels of a screen held upright, and its device pixels for each of them. */
const SCREENS = [
  // iPhone SE, 12 and 13 mini, 11 and XR, 11 Pro Max
  [375, 667, 2],
  [375, 812, 3],
  [414, 896, 2],
  [414, 896, 3],
  // iPhone 12 to 14 and 16e, their Plus and Pro Max
  [390, 844, 3],
  [428, 926, 3],
  // iPhone 14 Pro to 16, their Plus and Pro Max
  [393, 852, 3],
  [430, 932, 3],
  // iPhone 16 Pro and 17, 16 and 17 Pro Max, Air
  [402, 874, 3],
  [440, 956, 3],
  [420, 912, 3],
  // iPad mini, iPad 10.2", 10.9" and 11", Pro 11" of 2018 and of 2024, Pro 12.9" and 13"
  [744, 1133, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1194, 2],
  [834, 1210, 2],
  [1024, 1366, 2],
  [1032, 1376, 2],
]

// iOS caches a picture by its URL: raise it after changing the drawing.
const VERSION = 'v1'

/** In device pixels, with the address under which the picture is served. */
export const STARTUP_IMAGES = SCREENS.flatMap(([width = 0, height = 0, ratio = 1]) =>
  ['portrait', 'landscape'].map((orientation) => {
    const sides = [width * ratio, height * ratio]
    const [wide = 0, high = 0] = orientation === 'portrait' ? sides : sides.toReversed()
    return {
      width: wide,
      height: high,
      ratio,
      path: `startup/${wide}x${high}.${VERSION}.png`,
      media: `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${ratio}) and (orientation:${orientation})`,
    }
  }),
)

/**
 * Links the pictures in the built page.
 * @returns {import('vite').Plugin}
 */
export const startupImages = () => ({
  name: 'startup-images',
  apply: 'build',
  transformIndexHtml: () =>
    STARTUP_IMAGES.map(({ path, media }) => ({
      tag: 'link',
      attrs: { rel: 'apple-touch-startup-image', href: `/${path}`, media },
      injectTo: 'head',
    })),
})
