"""What tests of the playground's page share."""

from axe_playwright_python.sync_playwright import Axe

DROP = """([target, files]) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name, { type: "text/plain" }));
    const event = { bubbles: true, cancelable: true, dataTransfer: data };
    document.querySelector(target).dispatchEvent(new DragEvent("dragover", event));
    document.querySelector(target).dispatchEvent(new DragEvent("drop", event));
}"""


def number(page, place: int = 0):
    return page.locator(".card .number").nth(place)


def serious(page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
