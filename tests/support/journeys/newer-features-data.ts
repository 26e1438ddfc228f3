/**
 * What is newer than the oldest supported browsers, by its owner, as MDN's browser-compat-data lists it: all
 * of the language, and of the browser what pages like ours use. Without `trustedTypes`: the
 * Content-Security-Policy requires them where they exist.
 */
export const NEWER_FEATURES: Readonly<Record<string, string>> = {
  Array: 'fromAsync',
  'Array.prototype': 'toReversed toSorted toSpliced with',
  'ArrayBuffer.prototype': 'detached maxByteLength resizable resize transfer transferToFixedLength',
  Atomics: 'pause waitAsync',
  'DataView.prototype': 'getFloat16 setFloat16',
  'Date.prototype': 'toTemporalInstant',
  Error: 'captureStackTrace isError stackTraceLimit',
  Intl: 'DurationFormat Segmenter',
  Iterator: 'concat from zip zipKeyed',
  'Iterator.prototype':
    'chunks drop every filter find flatMap forEach includes join map reduce some take toArray windows',
  JSON: 'isRawJSON rawJSON',
  Map: 'groupBy',
  'Map.prototype': 'getOrInsert getOrInsertComputed',
  Math: 'f16round sumPrecise',
  Object: 'groupBy',
  Promise: 'allKeyed allSettledKeyed try withResolvers',
  RegExp: 'escape',
  'Set.prototype':
    'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
  'String.prototype': 'isWellFormed toWellFormed',
  'Uint8Array.prototype': 'setFromBase64 setFromHex toBase64 toHex toReversed toSorted with',
  Uint8Array: 'fromBase64 fromHex',
  'WeakMap.prototype': 'getOrInsert getOrInsertComputed',

  AbortSignal: 'any',
  'Blob.prototype': 'bytes textStream',
  CSS: 'highlights registerProperty',
  'Clipboard.prototype': 'read write',
  'Document.prototype':
    'caretPositionFromPoint moveBefore prerendering startViewTransition activeViewTransition',
  'Element.prototype':
    'checkVisibility currentCSSZoom getHTML moveBefore requestPointerLock scrollIntoViewIfNeeded setHTML setHTMLUnsafe startViewTransition',
  'HTMLButtonElement.prototype':
    'command commandForElement popoverTargetAction popoverTargetElement',
  'HTMLDialogElement.prototype': 'closedBy requestClose',
  'HTMLElement.prototype':
    'attributeStyleMap editContext hidePopover popover showPopover togglePopover writingSuggestions',
  'HTMLImageElement.prototype': 'fetchPriority',
  'HTMLLinkElement.prototype': 'blocking fetchPriority imageSizes imageSrcset',
  'HTMLScriptElement.prototype': 'blocking fetchPriority',
  'HTMLSelectElement.prototype': 'showPicker',
  'IDBFactory.prototype': 'databases',
  'IDBObjectStore.prototype': 'getAllRecords',
  'IDBTransaction.prototype': 'durability',
  'Navigator.prototype':
    'clearAppBadge connection deviceMemory gpu getBattery keyboard scheduling setAppBadge storageBuckets userActivation userAgentData virtualKeyboard wakeLock windowControlsOverlay',
  'Notification.prototype': 'actions image renotify requireInteraction silent timestamp vibrate',
  'Performance.prototype': 'eventCounts interactionCount memory',
  'PointerEvent.prototype': 'altitudeAngle azimuthAngle getCoalescedEvents getPredictedEvents',
  PublicKeyCredential:
    'getClientCapabilities parseCreationOptionsFromJSON parseRequestOptionsFromJSON signalAllAcceptedCredentials signalCurrentUserDetails signalUnknownCredential',
  'PublicKeyCredential.prototype': 'authenticatorAttachment toJSON',
  'ReadableStream.prototype': 'values',
  'Request.prototype': 'body bytes duplex keepalive textStream',
  Response: 'json',
  'Response.prototype': 'bytes textStream',
  'ResizeObserverEntry.prototype': 'devicePixelContentBoxSize',
  'Selection.prototype': 'direction getComposedRanges',
  'StorageManager.prototype': 'estimate',
  URL: 'canParse parse',
  'URLSearchParams.prototype': 'size',
  globalThis:
    'AsyncDisposableStack ClipboardItem CloseWatcher CookieStore DisposableStack EditContext Float16Array Highlight IdleDeadline LargestContentfulPaint LayoutShift NavigateEvent Navigation Observable PerformanceEventTiming PerformanceLongTaskTiming QuotaExceededError ReportingObserver Sanitizer Scheduler ScrollTimeline SuppressedError SyncManager Temporal Touch TouchEvent URLPattern UserActivation ViewTimeline ViewTransition VirtualKeyboard WebTransport cancelIdleCallback cookieStore fetchLater navigation requestIdleCallback scheduler showOpenFilePicker showSaveFilePicker',
}
