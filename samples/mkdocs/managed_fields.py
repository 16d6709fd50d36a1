"""A hook of MkDocs: fences named managed-fields become elements of the managedFields playground.

The text of the fence stays in the page, where everybody can read it, until the playground takes its place; and where
scripts are off, for ever.
"""

from html import escape

SETTINGS = (
    ("title", "step", "view", "focus", "manager", "controls", "editable", "theme", "lang", "loading", "height")
    + ("example", "scenario")
)


def validator(language, inputs, options, attrs, md):
    """Takes what stands behind the name of the fence; what is no setting of the element makes it an ordinary fence."""
    for name, value in inputs.items():
        if name not in SETTINGS:
            return False
        options[name] = value
    return True


def fence(source, language, css_class, options, md, **kwargs):
    """Writes the element with the scenario file inside."""
    attributes = "".join(f' {name}="{escape(str(value))}"' for name, value in options.items())
    scenario = f"<pre data-scenario><code>{escape(source)}</code></pre>" if source.strip() else ""
    return f"<div><managed-fields-playground{attributes}>{scenario}</managed-fields-playground></div>"


def on_config(config):
    """Adds the fence to those that the site has."""
    superfences = config.mdx_configs.setdefault("pymdownx.superfences", {})
    ours = {"name": "managed-fields", "class": "managed-fields", "validator": validator, "format": fence}
    superfences.setdefault("custom_fences", []).append(ours)
    return config
