"""Fences named managed-fields become elements of the managedFields playground, in MkDocs (as a hook) and in Zensical.

The text of the fence stays in the page, where everybody can read it, until the playground takes its place; and where
scripts are off, for ever. A fence that cannot be read stops the build.
"""

from html import escape

import yaml
from pymdownx.superfences import SuperFencesException

SETTINGS = (
    ("title", "step", "view", "focus", "manager", "controls", "editable", "theme", "lang", "loading", "height")
    + ("example", "scenario")
)

# The page that is made now, for messages; Zensical does not say it.
page_now = ""


def refuse(message):
    """Stops the build: superfences passes on this exception and no other."""
    raise SuperFencesException(f"managed-fields{f' in {page_now}' if page_now else ''}: {message}")


def validator(language, inputs, options, attrs, md):
    """Takes what stands behind the name of the fence."""
    for name, value in {**inputs, **attrs}.items():
        if name not in SETTINGS:
            refuse(f"a fence has no setting {name!r}")
        options[name] = value
    return True


def check(source, options):
    """Refuses what the playground could not read either: no scenario or two of them, broken YAML, steps of no kind."""
    given = [name for name in ("example", "scenario") if name in options] + (["text"] if source.strip() else [])
    if len(given) != 1:
        refuse("a fence has a scenario in it, or names one by scenario= or by example=")
    if not source.strip():
        return
    try:
        scenario = yaml.safe_load(source)
    except yaml.YAMLError as error:
        refuse(str(error))
    steps = scenario.get("steps") if isinstance(scenario, dict) else None
    if not isinstance(steps, list) or not steps or scenario.get("version") != 1:
        refuse("a scenario has version: 1 and a list of steps")
    for place, step in enumerate(steps, 1):
        if not isinstance(step, dict) or not isinstance(step.get("kind"), str):
            refuse(f"step {place} has no kind")


def fence(source, language, css_class, options, md, **kwargs):
    """Writes the element with the scenario file inside."""
    check(source, options)
    attributes = "".join(f' {name}="{escape(str(value))}"' for name, value in options.items())
    scenario = f"<pre data-scenario><code>{escape(source)}</code></pre>" if source.strip() else ""
    return f"<div><managed-fields-playground{attributes}>{scenario}</managed-fields-playground></div>"


def on_config(config):
    """Adds the fence to those that the site has. Called by MkDocs."""
    superfences = config.mdx_configs.setdefault("pymdownx.superfences", {})
    ours = {"name": "managed-fields", "class": "managed-fields", "validator": validator, "format": fence}
    superfences.setdefault("custom_fences", []).append(ours)
    return config


def on_page_markdown(markdown, page, **kwargs):
    """Keeps which page is made. Called by MkDocs."""
    global page_now
    page_now = page.file.src_uri
    return markdown
