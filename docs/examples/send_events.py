"""Sends events to Saleroom, with Python 3.9 or newer and no packages.

Copy it into your site's server.
"""

import itertools
import json
import random
import time
import urllib.parse
import urllib.request
from http.client import BadStatusLine, IncompleteRead

MAX_EVENTS = 1000
MAX_BYTES = 1_000_000  # Saleroom takes 2 MB, but many proxies take only 1 MB.
MAX_ATTEMPTS = 10  # Their pauses add up to more than three minutes.


def send_events(events, url, project, key, wait=time.sleep):
    """Sends events (dicts) in order, in few calls, and returns their results.

    A call without a complete answer, or with 408, 429 or 5xx, is repeated.
    Saleroom stores each event once, so after an error all of them can be sent
    again. wait pauses between attempts; tests can replace it.

    The results are dicts, one per event, in the same order: "id", "outcome"
    ("taken", "repeated", "tested" or "refused") and, if refused, "field" and
    "reason". Raises RuntimeError if Saleroom refuses a call (for example 401:
    the key is revoked), or after ten attempts.
    """
    path = f"/v1/ingest/{urllib.parse.quote(project, safe='')}/events"
    address = urllib.parse.urljoin(url, path)
    results = []
    for batch in _batches(events):
        results += _send_batch(batch, address, key, wait)
    return results


def _batches(events):
    batch, size = [], 0
    for event in events:
        length = len(json.dumps(event)) + 2
        if len(batch) == MAX_EVENTS or (batch and size + length > MAX_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(event)
        size += length
    if batch:
        yield batch


def _send_batch(events, address, key, wait):
    body = json.dumps({"events": events}).encode()
    headers = {"Authorization": f"Bearer {key}"}
    headers["Content-Type"] = "application/json"
    for attempt in itertools.count(1):
        status, text, retry_after = _post(address, body, headers)
        results = _read_results(text) if status == 200 else []
        if len(results) == len(events):
            return results
        if status == 413 and len(events) == 1:
            # An event that is too large by itself must not stop the others.
            refused = {"outcome": "refused", "field": "event", "reason": text}
            return [{"id": events[0].get("id"), **refused}]
        can_repeat = status < 300 or status in (408, 429) or status >= 500
        if not can_repeat or attempt == MAX_ATTEMPTS:
            reason = f"{status or 'no answer'}: {text[:500]}"
            raise RuntimeError(f"Saleroom: {reason}")
        pause = max(min(0.25 * 2**attempt, 60), retry_after)
        # Longer by chance, so that many senders do not come back at once.
        wait(pause * (1 + random.random() / 4))


def _post(address, body, headers):
    """Returns the status of the answer, its text and its Retry-After.

    Status 0: without a complete answer, the events may be stored or not.
    """
    request = urllib.request.Request(address, body, headers)
    try:
        with _opener.open(request, timeout=30) as response:
            text = response.read().decode(errors="replace")
    except (OSError, BadStatusLine, IncompleteRead) as error:
        return 0, repr(error), 0
    seconds = response.headers.get("Retry-After", "")
    retry_after = min(int(seconds[:9]), 3600) if seconds.isdecimal() else 0
    return response.status, text, retry_after


def _read_results(text):
    try:
        return list(json.loads(text)["results"])
    except (ValueError, LookupError, TypeError):
        return []  # Cut off, or not the answer of Saleroom.


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns answers of every status, and follows no redirects."""

    def http_response(self, request, response):
        return response

    https_response = http_response


_opener = urllib.request.build_opener(_AnyStatus)
