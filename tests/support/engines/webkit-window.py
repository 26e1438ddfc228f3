"""A window with one web page and nothing else, which WebKitWebDriver opens.

Usage: webkit-window.py FOLDER WIDTH HEIGHT

WebKitGTK's own browser for tests keeps nothing between two starts, and its bar is wider than a phone. This
one keeps its data in FOLDER, and writes the console of its pages to FOLDER/console.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

# The processes of the pages inherit it.
console = os.open(f"{folder}/console", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(console, 1)

data = WebKit2.WebsiteDataManager(
    base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(["de-DE"])
# As in a browser for people: with the cache of pages that Back and Forward show.
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
context.get_cookie_manager().set_persistent_storage(
    f"{folder}/cookies", WebKit2.CookiePersistentStorage.SQLITE
)
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True, enable_page_cache=True)


def create_view(_session):
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=True
    )
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    window.connect("destroy", Gtk.main_quit)
    return view


def start_session(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("webkit-window")
    application.set_version(1, 0, 0)
    session.set_application_info(application)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start_session)
Gtk.main()
